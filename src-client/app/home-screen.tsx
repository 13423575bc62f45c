import { lazy, Suspense } from 'react'
import { useLocation } from 'wouter'
import { lazyDialog } from '#client/components/ui/lazy-dialog.tsx'
import { foundRecordDialog, homePath, listDialog, listHref, possibleHref } from '#client/lib/navigation.ts'
import { useCurrentUser } from '../lib/session/current-user.ts'
import { useQueryParams } from '../lib/use-query-params.ts'
import { PageLoading } from './page-loading.tsx'

/**
 * Loads next to the form that an address opens over it: on a slow connection, a reader who wants the form need not
 * wait.
 */
const HomePage = lazy(async () => ({ default: (await import('../features/home/home-page.tsx')).HomePage }))

const AlertSetup = lazyDialog(async () => (await import('../features/alerts/setup/alert-setup.tsx')).AlertSetup)
const HouseholdSetup = lazyDialog(
  async () => (await import('../features/alerts/household/household-setup.tsx')).HouseholdSetup,
)
const AlertListDialog = lazyDialog(
  async () => (await import('../features/alerts/list/alert-list-dialog.tsx')).AlertListDialog,
)
const HistoryDialog = lazyDialog(
  async () => (await import('../features/alerts/history/history-dialog.tsx')).HistoryDialog,
)
const FoundRecordDialog = lazyDialog(
  async () => (await import('../features/alerts/found-records/found-record-dialog.tsx')).FoundRecordDialog,
)
const OwnRecipientsDialog = lazyDialog(
  async () => (await import('../features/recipients/own/own-recipients-dialog.tsx')).OwnRecipientsDialog,
)

/** Replaces an alert's number in the address: the household form. */
const household = 'household'

/**
 * The home page, and over it what the address names: an alert (`?alert=new`, `?alert=12`), the
 * form of a household (`?alert=household`) or a list (`?show=alerts`,
 * `?show=history`, `?show=possible`, `?show=recipients`), or a record that an alert should have found (`?found=12`). An
 * alert that was opened from a list leads back to it.
 */
export function HomeScreen() {
  const { query, change, hrefWith } = useQueryParams()
  const [, navigate] = useLocation()
  const userId = useCurrentUser().data?.content.userId
  const named = query.get('alert')
  const id = named === 'new' ? named : Number(named)
  const alertOpen = id !== 0 && !Number.isNaN(id)
  const householdOpen = named === household
  const foundFor = alertOpen ? 0 : Number(query.get(foundRecordDialog))
  const list = alertOpen || householdOpen || foundFor > 0 || userId === undefined ? null : query.get(listDialog)
  const close = () => navigate(homePath)
  return (
    <>
      <Suspense fallback={<PageLoading />}>
        <HomePage
          onAdd={() => change({ alert: 'new' })}
          onAddHousehold={() => change({ alert: household })}
          alertsHref={listHref('alerts')}
          historyHref={listHref('history')}
          possibleHref={possibleHref}
        />
      </Suspense>
      {alertOpen && <AlertSetup key={id} id={id} onClose={() => change({ alert: '' })} />}
      {householdOpen && <HouseholdSetup onClose={() => change({ alert: '' })} />}
      {foundFor > 0 && (
        <FoundRecordDialog key={foundFor} alertId={foundFor} onClose={() => change({ [foundRecordDialog]: '' })} />
      )}
      {list === 'alerts' && userId !== undefined && (
        <AlertListDialog
          userId={userId}
          hrefForAlert={(alert) => hrefWith({ alert: String(alert) })}
          hrefForFound={(alertId) => hrefWith({ [foundRecordDialog]: String(alertId) })}
          onClose={close}
        />
      )}
      {list === 'recipients' && <OwnRecipientsDialog onClose={() => navigate(listHref('alerts'))} />}
      {(list === 'history' || list === 'possible') && userId !== undefined && (
        <HistoryDialog userId={userId} list={list} onClose={close} />
      )}
    </>
  )
}
