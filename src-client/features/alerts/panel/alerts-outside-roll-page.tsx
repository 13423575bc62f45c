import { ArrowLeft, Eye, Pencil } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { PageTitle } from '#client/components/layout/page-title.tsx'
import type { Column } from '#client/components/list/data-table.tsx'
import { PagedTable } from '#client/components/list/paged-table.tsx'
import { RowActions } from '#client/components/list/row-actions.tsx'
import { Button } from '#client/components/ui/button.tsx'
import { listOptions, trpc } from '#client/lib/api/trpc.ts'
import { panelPath } from '#client/lib/navigation.ts'
import { usePageParam } from '#client/lib/use-page-param.ts'
import type { AlertView } from '#shared/contract/alert-view.ts'
import { getAlertColumns } from './alert-columns.tsx'
import { panelAlertsPath } from './panel-alerts-path.ts'

function OpenAlert({ alert: { id, name, userId } }: { alert: AlertView }) {
  const { t } = useTranslation()
  const isOwned = userId !== null
  const action = {
    key: 'open',
    label: t(isOwned ? 'alertAdmin.alerts.edit' : 'alertAdmin.alerts.view'),
    icon: isOwned ? Pencil : Eye,
    action: isOwned ? `${panelAlertsPath}/${id}` : `${panelPath}/alertsView/${id}`,
  }
  return <RowActions itemName={name} actions={[action]} />
}

const renderOpen = (alert: AlertView) => <OpenAlert alert={alert} />

function BackToAlerts() {
  const { t } = useTranslation()
  return (
    <div className="-ms-3">
      <Button variant="quiet" size="small" asChild>
        <Link href={panelAlertsPath}>
          <ArrowLeft aria-hidden />
          {t('alertAdmin.outside.back')}
        </Link>
      </Button>
    </div>
  )
}

/** The alerts whose parcel the roll in use does not have, for staff to ask their owners. */
export function AlertsOutsideRollPage() {
  const { t } = useTranslation()
  const { page, hrefFor } = usePageParam('page')
  const query = trpc.roll.alertsOutside.useQuery({ page }, listOptions)
  const content = query.data?.content
  const actions: Column<AlertView> = {
    key: 'actions',
    head: t('list.actions'),
    headHidden: true,
    cell: renderOpen,
  }
  return (
    <>
      <PageTitle title={t('alertAdmin.outside.title')} />
      <BackToAlerts />
      {content?.total !== 0 && <p className="max-w-prose">{t('alertAdmin.outside.help')}</p>}
      <PagedTable
        loading={t('alertAdmin.alerts.loading')}
        failed={t('alertAdmin.alerts.failed')}
        columns={[...getAlertColumns(t), actions]}
        rows={content?.alerts}
        rowKey={({ id }) => id}
        total={content?.total}
        emptyDescription={content && t(content.hasRoll ? 'alertAdmin.outside.none' : 'alertAdmin.outside.noRoll')}
        query={query}
        page={page}
        hrefFor={hrefFor}
      />
    </>
  )
}
