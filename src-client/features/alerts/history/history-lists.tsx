import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { trpc } from '#client/lib/api/trpc.ts'
import { cn } from '#client/lib/cn.ts'
import { listHref } from '#client/lib/navigation.ts'

type HistoryListsProps = { shown: 'history' | 'possible' }

/**
 * The two lists of the history as links; nothing while there is only one. The second is also where a reader who
 * unsubscribed from the weekly email gets it back, even if it has no records.
 */
export function HistoryLists({ shown }: HistoryListsProps) {
  const { t } = useTranslation()
  const possible = trpc.home.possibleMatches.useQuery({ page: 1 }, { meta: { handled: true } })
  const count = possible.data?.content.total ?? 0
  const stopped = trpc.userView.weeklyUnsubscribes.useQuery(undefined, { meta: { handled: true } }).data?.content ?? []
  if (count === 0 && stopped.length === 0 && shown === 'history') return null
  const links = [
    { list: 'history', text: t('possible.notified') },
    { list: 'possible', text: t('possible.listed', { count }) },
  ] as const
  return (
    <nav
      aria-label={t('possible.lists')}
      className="flex flex-wrap gap-x-2 gap-y-1 border-b border-border print:hidden"
    >
      {links.map(({ list, text }) => (
        <Link
          key={list}
          href={listHref(list)}
          aria-current={list === shown ? 'page' : undefined}
          className={cn(
            'inline-flex min-h-11 items-center rounded-t-md border-b-4 px-3 font-semibold no-underline hover:underline',
            list === shown ? 'border-primary text-foreground' : 'border-transparent text-link',
          )}
        >
          {text}
        </Link>
      ))}
    </nav>
  )
}
