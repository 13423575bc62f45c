import { lazy, Suspense } from 'react'
import { useLocation } from 'wouter'
import { AlertSetup } from '#client/features/alerts/alert-setup.tsx'
import { HomePage } from '#client/features/home/home-page.tsx'
import { useCurrentUser } from '#client/lib/current-user.ts'
import { homePath, listDialog, listHref } from '#client/lib/navigation.ts'
import { useQueryPart } from '#client/lib/use-query-part.ts'

const AlertListDialog = lazy(async () => ({
  default: (await import('#client/features/lists/alert-list-dialog.tsx')).AlertListDialog,
}))
const HistoryDialog = lazy(async () => ({
  default: (await import('#client/features/lists/history-dialog.tsx')).HistoryDialog,
}))

/**
 * The home page, and over it what the address names: an alert (`?alert=new`, `?alert=12`) or a list (`?show=alerts`,
 * `?show=history`). An alert that was opened from a list leads back to it.
 */
export function HomeScreen() {
  const { query, change, hrefWith } = useQueryPart()
  const [, navigate] = useLocation()
  const userId = useCurrentUser().data?.content.userId
  const named = query.get('alert')
  const id = named === 'new' ? named : Number(named)
  const alertOpen = id !== 0 && !Number.isNaN(id)
  const list = alertOpen || userId === undefined ? null : query.get(listDialog)
  const close = () => navigate(homePath)
  return (
    <>
      <HomePage
        onAdd={() => change({ alert: 'new' })}
        alertsHref={listHref('alerts')}
        historyHref={listHref('history')}
      />
      {alertOpen && <AlertSetup key={id} id={id} onClose={() => change({ alert: '' })} />}
      <Suspense>
        {list === 'alerts' && userId !== undefined && (
          <AlertListDialog userId={userId} hrefOf={(alert) => hrefWith({ alert: String(alert) })} onClose={close} />
        )}
        {list === 'history' && userId !== undefined && <HistoryDialog userId={userId} onClose={close} />}
      </Suspense>
    </>
  )
}
