import { Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, Redirect, useLocation, useParams, useSearch } from 'wouter'
import { PageTitle } from '#client/components/layout/page-title.tsx'
import { RecordLoading } from '#client/components/list/record-loading.tsx'
import { Button } from '#client/components/ui/button.tsx'
import { Card } from '#client/components/ui/card.tsx'
import { trpc } from '#client/lib/api/trpc.ts'
import { showMessage } from '#client/lib/dialogs/prompts.ts'
import type { AlertSuppression } from '#server/features/recipients/alert-suppressions.queries.ts'
import type { AlertView } from '#shared/contract/alert-view.ts'
import { confirmAlertDeletion } from '../editor/confirm-alert-deletion.ts'
import { PropertyLine } from '../status/property-line.tsx'
import { panelAlertsPath } from './panel-alerts-path.ts'

/** Deletes the alert after a question, and returns to the list. */
function useDelete(id: number, list: string) {
  const { t } = useTranslation()
  const [, navigate] = useLocation()
  const utils = trpc.useUtils()
  const remove = trpc.controlPanel.alertDelete.useMutation({
    onSuccess: async ({ message = '' }) => {
      navigate(list)
      await utils.controlPanel.invalidate()
      void showMessage('OK', message)
    },
  })
  return async (alert: AlertView) => {
    if (remove.isPending) return
    if (await confirmAlertDeletion(t('alertAdmin.view.deleteQuestion'), alert)) remove.mutate({ alertId: id, page: 1 })
  }
}

type AlertDetailsProps = { alert: AlertView; suppressionReason: AlertSuppression['reason'] }

function AlertDetails({ alert, suppressionReason }: AlertDetailsProps) {
  const { t } = useTranslation()
  const why =
    suppressionReason === 'alert'
      ? ''
      : t('support.stops.stopped', { reason: t(`support.stops.reasons.${suppressionReason}`) })
  const rows: [label: string, value: string, note?: ReactNode][] = [
    [t('alert.nickname'), alert.name],
    [t('alertAdmin.view.type'), alert.criteriaType],
    [t('alertAdmin.view.criteria'), alert.criteria, <PropertyLine key="property" alert={alert} />],
    [t('alertAdmin.view.email'), alert.alertEmailAddresses[0]?.value ?? t('alertAdmin.view.none'), why],
  ]
  return (
    <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-[auto_minmax(0,1fr)]">
      {rows.map(([label, value, note]) => (
        <div key={label} className="contents">
          <dt className="text-muted-foreground">{label}</dt>
          <dd className="font-semibold wrap-anywhere">
            {value}
            {note && <span className="block text-sm font-normal text-muted-foreground">{note}</span>}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** An alert migrated from the legacy version: it can be viewed and deleted. */
export function AlertViewPage() {
  const { t } = useTranslation()
  const id = Number(useParams<{ id: string }>().id)
  const search = useSearch()
  const list = panelAlertsPath + (search && `?${search}`)
  const found = trpc.controlPanel.alert.useQuery({ id }, { staleTime: 0, meta: { handled: true } })
  const alert = found.data?.content
  const remove = useDelete(id, list)
  // An alert with an owner has its own editor.
  if (alert && alert.userId !== null)
    return <Redirect to={`${panelAlertsPath}/${id}${search && `?${search}`}`} replace />
  return (
    <>
      <PageTitle title={t('alertAdmin.entry.title')} />
      <Card
        className="max-w-form"
        footer={
          <>
            <Button asChild>
              <Link href={list}>{t('alertAdmin.view.close')}</Link>
            </Button>
            {alert && (
              <Button variant="dangerQuiet" onClick={() => void remove(alert)}>
                <Trash2 aria-hidden />
                {t('alert.delete')}
              </Button>
            )}
          </>
        }
      >
        {!alert && <RecordLoading query={found} loading={t('alertAdmin.entry.loading')} lines={4} />}
        {/* The address is its only recipient, so it has at most one suppression. */}
        {alert && <AlertDetails alert={alert} suppressionReason={found.data?.stops[0]?.reason ?? 'alert'} />}
      </Card>
    </>
  )
}
