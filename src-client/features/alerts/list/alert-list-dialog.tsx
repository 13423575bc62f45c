import { BellPlus, Pencil } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { Button } from '#client/components/ui/button.tsx'
import { Dialog } from '#client/components/ui/dialog.tsx'
import { inBackground } from '#client/lib/api/client.ts'
import { useLiveInterval } from '#client/lib/api/live-query.ts'
import { useTexts } from '#client/lib/api/start-content.ts'
import { listOptions, trpc } from '#client/lib/api/trpc.ts'
import { alertListHref, listHref } from '#client/lib/navigation.ts'
import { useCurrentUser } from '#client/lib/session/current-user.ts'
import { AlertItem } from './alert-item.tsx'
import { FilterCard } from './filter-card.tsx'
import { ListFrame } from './list-frame.tsx'
import { useResidentFilter } from './use-resident-filter.ts'

type AlertListDialogProps = {
  userId: number
  /** The address that opens an alert; `new` for a new one. */
  hrefForAlert: (alert: number | 'new') => string
  /** The address of the form for a record that an alert should have found. */
  hrefForFound: (alertId: number) => string
  onClose: () => void
}

const refetchMs = 10_000
const panelAlertsHref = (userId: number) => alertListHref('user', userId)

function ListFooter({ newAlertHref }: { newAlertHref: string }) {
  const { t } = useTranslation()
  const texts = useTexts()
  return (
    <>
      <Button asChild variant="quiet" className="me-auto sm:-ms-3">
        <Link href={listHref('recipients')}>
          <Pencil aria-hidden />
          {t(texts ? 'recipient.open' : 'recipient.openEmails')}
        </Link>
      </Button>
      <Button asChild className="max-sm:flex-1">
        <Link href={newAlertHref}>
          <BellPlus aria-hidden />
          {t('home.add')}
        </Link>
      </Button>
    </>
  )
}

/** My Alerts: all of the reader's alerts, with filters and a pager. */
export function AlertListDialog({ userId, hrefForAlert, hrefForFound, onClose }: AlertListDialogProps) {
  const { t } = useTranslation()
  const state = useResidentFilter()
  const { filter, input, page, filtered, hrefFor } = state
  const list = trpc.userView.alerts.useQuery(
    { ...input, statusType: filter.status, page },
    // A recipient may confirm elsewhere while the list is open.
    {
      ...listOptions,
      refetchInterval: useLiveInterval(refetchMs),
      trpc: inBackground,
    },
  )
  const content = list.data?.content
  // Only the reader's own alerts; other users' alerts are in the control panel.
  const hrefForUser = useCurrentUser().data?.content.tabList.includes('controlPanel') ? panelAlertsHref : undefined
  const filters = { state, userId, hrefForUser }
  return (
    <Dialog
      open
      size="large"
      onClose={onClose}
      title={t('home.myAlerts')}
      footer={<ListFooter newAlertHref={hrefForAlert('new')} />}
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <FilterCard {...filters} findHelp={t('filter.findAlerts')} total={content?.total} byStatus />
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
            <AlertItem
              key={alert.id}
              alert={alert}
              editHref={hrefForAlert(alert.id)}
              foundHref={hrefForFound(alert.id)}
            />
          ))}
        </ListFrame>
      </div>
    </Dialog>
  )
}
