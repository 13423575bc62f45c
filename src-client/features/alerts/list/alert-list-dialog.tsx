import { BellPlus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { Button } from '#client/components/ui/button.tsx'
import { Dialog } from '#client/components/ui/dialog.tsx'
import { inBackground } from '#client/lib/api/client.ts'
import { useLiveInterval } from '#client/lib/live-updates.ts'
import { useCurrentUser } from '#client/lib/session/current-user.ts'
import { listOptions, trpc } from '#client/lib/api/trpc.ts'
import { FilterCard } from './filter-card.tsx'
import { ListFrame } from './list-frame.tsx'
import { useOwnFilter } from './use-resident-filter.ts'
import { AlertItem } from './alert-item.tsx'

type AlertListDialogProps = {
  userId: number
  /** Where an alert of the list is opened; `new` for one that is not there yet. */
  hrefOf: (alert: number | 'new') => string
  onClose: () => void
}

const everyFewSeconds = 10_000
const panelAlertsOf = (userId: number) => `/controlPanel/alerts?user=${userId}`

/** My Alerts: all of the reader's alerts, with finders and the pager. */
export function AlertListDialog({ userId, hrefOf, onClose }: AlertListDialogProps) {
  const { t } = useTranslation()
  const state = useOwnFilter()
  const { filter, input, page, filtered, hrefFor } = state
  const list = trpc.userView.alerts.useQuery(
    { ...input, statusType: filter.status, page },
    // An address may be confirmed elsewhere while this is open.
    {
      ...listOptions,
      refetchInterval: useLiveInterval(everyFewSeconds),
      trpc: inBackground,
    },
  )
  const content = list.data?.content
  // These are the reader's own: those of others are in the control panel.
  const hrefOfUser = useCurrentUser().data?.content.tabList.includes('controlPanel') ? panelAlertsOf : undefined
  return (
    <Dialog
      open
      size="large"
      onClose={onClose}
      title={t('home.myAlerts')}
      footer={
        <Button asChild className="max-sm:flex-1">
          <Link href={hrefOf('new')}>
            <BellPlus aria-hidden />
            {t('home.add')}
          </Link>
        </Button>
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <FilterCard state={state} userId={userId} findHelp={t('filter.findAlerts')} byStatus hrefForUser={hrefOfUser} />
        <ListFrame
          loading={t('alertList.loading')}
          failed={t('alertList.failed')}
          filtered={filtered}
          total={content?.total}
          query={list}
          page={page}
          hrefFor={hrefFor}
        >
          {content?.alerts.map((alert) => (
            <AlertItem key={alert.id} alert={alert} editHref={hrefOf(alert.id)} />
          ))}
        </ListFrame>
      </div>
    </Dialog>
  )
}
