import { lazy, Suspense } from 'react'
import { useLocation } from 'wouter'
import { AlertSetup } from '../features/alerts/setup/alert-setup.tsx'
import { HomePage } from '#client/features/home/home-page.tsx'
import { useCurrentUser } from '../lib/session/current-user.ts'
import { homePath, listDialog, listHref } from '#client/lib/navigation.ts'
import { useQueryParams } from '../lib/use-query-params.ts'

const HouseholdSetup = lazy(async () => ({
  default: (await import('../features/alerts/household/household-setup.tsx')).HouseholdSetup,
}))
const AlertListDialog = lazy(async () => ({
  default: (await import('../features/alerts/list/alert-list-dialog.tsx')).AlertListDialog,
}))
const HistoryDialog = lazy(async () => ({
  default: (await import('../features/alerts/history/history-dialog.tsx')).HistoryDialog,
}))

/** Stands in the address in place of an alert's number: the household form. */
const household = 'household'

/**
 * The home page, and over it what the address names: an alert (`?alert=new`, `?alert=12`), the
 * form of a household (`?alert=household`) or a list (`?show=alerts`,
 * `?show=history`). An alert that was opened from a list leads back to it.
 */
export function HomeScreen() {
  const { query, change, hrefWith } = useQueryParams()
  const [, navigate] = useLocation()
  const userId = useCurrentUser().data?.content.userId
  const named = query.get('alert')
  const id = named === 'new' ? named : Number(named)
  const alertOpen = id !== 0 && !Number.isNaN(id)
  const householdOpen = named === household
  const list = alertOpen || householdOpen || userId === undefined ? null : query.get(listDialog)
  const close = () => navigate(homePath)
  return (
    <>
      <HomePage
        onAdd={() => change({ alert: 'new' })}
        onAddHousehold={() => change({ alert: household })}
        alertsHref={listHref('alerts')}
        historyHref={listHref('history')}
      />
      {alertOpen && <AlertSetup key={id} id={id} onClose={() => change({ alert: '' })} />}
      <Suspense>
        {householdOpen && <HouseholdSetup onClose={() => change({ alert: '' })} />}
        {list === 'alerts' && userId !== undefined && (
          <AlertListDialog
            userId={userId}
            hrefForAlert={(alert) => hrefWith({ alert: String(alert) })}
            onClose={close}
          />
        )}
        {list === 'history' && userId !== undefined && <HistoryDialog userId={userId} onClose={close} />}
      </Suspense>
    </>
  )
}
