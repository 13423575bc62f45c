import type { inferRouterOutputs } from '@trpc/server'
import { BellPlus, House } from 'lucide-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { type Column, DataTable } from '#client/components/list/data-table.tsx'
import { Banner } from '#client/components/ui/banner.tsx'
import { Button } from '#client/components/ui/button.tsx'
import { Card } from '#client/components/ui/card.tsx'
import { EmptyState } from '#client/components/ui/empty-state.tsx'
import { MorePill } from '#client/components/ui/more-pill.tsx'
import { UnbrokenIds } from '#client/components/ui/unbroken-ids.tsx'
import { AlertStatus } from '#client/features/alerts/public.ts'
import { alertHref } from '#client/lib/navigation.ts'
import { useCurrentUser } from '#client/lib/session/current-user.ts'
import type { AppRouter } from '#server/routers/router.ts'
import type { AlertView } from '#shared/contract/alert-view.ts'
import { DetailsLink } from './details-link.tsx'

type MyAlerts = inferRouterOutputs<AppRouter>['home']['all']['content']['myAlerts']

function AlertName({ alert }: { alert: AlertView }) {
  return (
    <Link href={alertHref(alert.id)} className="font-semibold">
      <UnbrokenIds>{alert.name}</UnbrokenIds>
    </Link>
  )
}

function Criteria({ alert }: { alert: AlertView }) {
  return (
    <>
      <UnbrokenIds>{alert.criteria}</UnbrokenIds>{' '}
      <span className="text-sm whitespace-nowrap text-muted-foreground">({alert.criteriaType})</span>
    </>
  )
}

const cells = {
  alert: (alert: AlertView) => <AlertName alert={alert} />,
  criteria: (alert: AlertView) => <Criteria alert={alert} />,
  status: (alert: AlertView) => <AlertStatus alert={alert} />,
}

/** '2 active, 1 sends nothing, 1 pending': the number of alerts by status. */
function useCounts({ active, silent, pending, inactive }: MyAlerts['counts']): string {
  const { t } = useTranslation()
  const parts = [
    active > 0 && t('home.active', { count: active }),
    silent > 0 && t('home.silent', { count: silent }),
    pending > 0 && t('home.pending', { count: pending }),
    inactive > 0 && t('home.inactive', { count: inactive }),
  ]
  return parts.filter(Boolean).join(', ')
}

/** Alerts that seem active but have no notifiable recipient, among all alerts and not only those on the card. */
function Unreached({ unreached: { alerts, total } }: { unreached: MyAlerts['unreached'] }) {
  const { t } = useTranslation()
  if (total === 0) return null
  return (
    <Banner tone="warning" className="mb-3">
      <p>{t('home.unreached', { count: total })}</p>
      <ul className="list-disc ps-6">
        {alerts.map(({ id, name }) => (
          <li key={id} className="wrap-anywhere">
            <Link href={alertHref(id)}>
              <UnbrokenIds>{name}</UnbrokenIds>
            </Link>
          </li>
        ))}
        {total > alerts.length && <li>{t('list.more', { count: total - alerts.length })}</li>}
      </ul>
    </Banner>
  )
}

type MyAlertsCardProps = MyAlerts & {
  onAdd: () => void
  /** Opens the form for a household's alerts. */
  onAddHousehold: () => void
  /** The address of the full list. */
  detailsHref: string
}

function AddButtons({ onAdd, onAddHousehold }: Pick<MyAlertsCardProps, 'onAdd' | 'onAddHousehold'>) {
  const { t } = useTranslation()
  return (
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
}

/** Up to ten of the reader's alerts. Each name opens its alert. */
export function MyAlertsCard({
  alerts,
  total,
  counts: of,
  unreached,
  onAdd,
  onAddHousehold,
  detailsHref,
}: MyAlertsCardProps) {
  const { t } = useTranslation()
  const counts = useCounts(of)
  const heading = useId()
  const rest = total - alerts.length
  const isStaff = useCurrentUser().data?.content.tabList.includes('controlPanel') ?? false
  const columns: Column<AlertView>[] = [
    { key: 'alert', head: t('home.alert'), cell: cells.alert },
    { key: 'criteria', head: t('home.criteria'), cardLabel: () => t('home.watches'), cell: cells.criteria },
    { key: 'status', head: t('home.status'), cell: cells.status },
  ]
  const add = <AddButtons onAdd={onAdd} onAddHousehold={onAddHousehold} />

  // An administrator without alerts still goes from there to the alerts of others.
  const details = isStaff && <DetailsLink href={detailsHref} listName={t('home.myAlerts')} />
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
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <p className="text-sm text-muted-foreground">{counts}</p>
          {rest > 0 && <MorePill href={detailsHref}>{t('list.more', { count: rest })}</MorePill>}
        </div>
      }
      footer={
        <>
          {add}
          <DetailsLink href={detailsHref} listName={t('home.myAlerts')} />
        </>
      }
    >
      <Unreached unreached={unreached} />
      <DataTable labelledBy={heading} columns={columns} rows={alerts} rowKey={(alert) => alert.id} />
    </Card>
  )
}
