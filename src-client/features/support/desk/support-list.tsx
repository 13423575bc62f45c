import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Card } from '#client/components/ui/card.tsx'
import { LoadingOrFailed, type QueryState } from '#client/components/ui/loading-or-failed.tsx'

/** A row of the support desk, with its action. */
export function SupportItem({ children, action }: { children: ReactNode; action?: ReactNode }) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1.5 py-2.5 wrap-anywhere first:pt-0 last:pb-0">
      <div className="grid min-w-0 gap-1">{children}</div>
      {action}
    </li>
  )
}

/** The small print of a row; empty parts are left out. */
export function SupportFacts({ facts }: { facts: readonly string[] }) {
  return <p className="text-sm text-muted-foreground tabular-nums">{facts.filter(Boolean).join(' · ')}</p>
}

type SupportListProps = {
  title: string
  failed: string
  none: string
  list: QueryState
  /** The number of rows on this page; absent while they load. */
  count: number | undefined
  aside?: ReactNode
  /** Shown above the list, such as the results line. */
  head?: ReactNode
  /** Shown below the list, such as a pager. */
  footer?: ReactNode
  /** SupportItem elements. */
  children: ReactNode
}

/** A card of the support desk with its rows, or why there are none. */
export function SupportList({ title, failed, none, list, count, aside, head, footer, children }: SupportListProps) {
  const { t } = useTranslation()
  return (
    <Card title={title} aside={aside}>
      {count === undefined && <LoadingOrFailed query={list} loading={t('support.loading')} failed={failed} lines={3} />}
      {count === 0 && <p>{none}</p>}
      {head}
      {count !== undefined && count > 0 && <ul className="grid divide-y divide-border">{children}</ul>}
      {footer}
    </Card>
  )
}
