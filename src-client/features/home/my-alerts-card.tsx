import { BellPlus, House } from 'lucide-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import type { AlertView } from '#shared/contract/alert.ts'
import { AlertStatus } from '#client/components/list/alert-status.tsx'
import { type Column, DataTable } from '#client/components/list/data-table.tsx'
import { Button } from '#client/components/ui/button.tsx'
import { Card } from '#client/components/ui/card.tsx'
import { EmptyState } from '#client/components/ui/empty-state.tsx'
import { MorePill } from '#client/components/ui/more-pill.tsx'
import { WholeIds } from '#client/components/ui/whole-ids.tsx'
import { useCurrentUser } from '#client/lib/current-user.ts'
import { Details } from './details.tsx'
import { alertHref } from '#client/lib/navigation.ts'

function AlertName({ alert }: { alert: AlertView }) {
  return (
    <Link href={alertHref(alert.id)} className="font-semibold">
      <WholeIds>{alert.name}</WholeIds>
    </Link>
  )
}

function Criteria({ alert }: { alert: AlertView }) {
  return (
    <>
      <WholeIds>{alert.criteria}</WholeIds>{' '}
      <span className="text-sm whitespace-nowrap text-muted-foreground">({alert.criteriaType})</span>
    </>
  )
}

const cells = {
  alert: (alert: AlertView) => <AlertName alert={alert} />,
  criteria: (alert: AlertView) => <Criteria alert={alert} />,
  status: (alert: AlertView) => <AlertStatus alert={alert} />,
}

/** '2 active, 1 pending': what there is of each status, in words. */
function useCounts(alerts: readonly AlertView[]): string {
  const { t } = useTranslation()
  const count = (status: AlertView['statusType']) => alerts.filter((alert) => alert.statusType === status).length
  const parts = [
    count('A') > 0 && t('home.active', { count: count('A') }),
    count('P') > 0 && t('home.pending', { count: count('P') }),
    count('I') > 0 && t('home.inactive', { count: count('I') }),
  ]
  return parts.filter(Boolean).join(', ')
}

type MyAlertsCardProps = {
  alerts: readonly AlertView[]
  total: number
  onAdd: () => void
  /** Opens the form that makes the alerts of a household at once. */
  onAddHousehold: () => void
  /** Where all of them are shown. */
  detailsHref: string
}

/** Up to ten of the reader's alerts; each name opens its alert. */
export function MyAlertsCard({ alerts, total, onAdd, onAddHousehold, detailsHref }: MyAlertsCardProps) {
  const { t } = useTranslation()
  const counts = useCounts(alerts)
  const heading = useId()
  const rest = total - alerts.length
  const isStaff = useCurrentUser().data?.content.tabList.includes('controlPanel') ?? false
  const columns: Column<AlertView>[] = [
    { key: 'alert', head: t('home.alert'), cell: cells.alert },
    { key: 'criteria', head: t('home.criteria'), cardLabel: () => t('home.watches'), cell: cells.criteria },
    { key: 'status', head: t('home.status'), cell: cells.status },
  ]
  const add = (
    <>
      <Button onClick={onAdd}>
        <BellPlus aria-hidden />
        {t('home.add')}
      </Button>
      <Button variant="secondary" onClick={onAddHousehold}>
        <House aria-hidden />
        {t('household.open')}
      </Button>
    </>
  )

  // An administrator without alerts of the own still goes on from there to those of others.
  const details = isStaff && <Details href={detailsHref} of={t('home.myAlerts')} />
  if (total === 0) {
    return (
      <Card title={t('home.myAlerts')}>
        <EmptyState
          title={<span className="font-normal">{t('home.noAlerts')}</span>}
          action={
            <div className="flex flex-wrap gap-3 max-sm:w-full max-sm:[&>*]:w-full">
              {add}
              {details}
            </div>
          }
        />
      </Card>
    )
  }
  return (
    <Card
      title={<span id={heading}>{t('home.myAlerts')}</span>}
      aside={
        rest > 0 ? (
          <MorePill href={detailsHref}>{t('list.more', { count: rest })}</MorePill>
        ) : (
          <p className="text-sm text-muted-foreground">{counts}</p>
        )
      }
      foot={
        <>
          {add}
          <Details href={detailsHref} of={t('home.myAlerts')} />
        </>
      }
    >
      <DataTable labelledBy={heading} columns={columns} rows={alerts} rowKey={(alert) => alert.id} />
    </Card>
  )
}
