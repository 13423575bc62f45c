import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Card } from '#client/components/ui/card.tsx'
import { LoadingOrFailed, type QueryState } from '#client/components/ui/loading-or-failed.tsx'

/** One row of the support desk: what it is, and what can be done with it. */
export function SupportItem({ children, act }: { children: ReactNode; act?: ReactNode }) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1.5 py-2.5 wrap-anywhere first:pt-0 last:pb-0">
      <div className="grid min-w-0 gap-1">{children}</div>
      {act}
    </li>
  )
}

/** The small print of a row; what is empty is left out. */
export function SupportFacts({ facts }: { facts: readonly string[] }) {
  return <p className="text-sm text-muted-foreground tabular-nums">{facts.filter(Boolean).join(' · ')}</p>
}

type SupportListProps = {
  title: string
  failed: string
  none: string
  list: QueryState
  /** Rows of this page; absent while they are on their way. */
  count: number | undefined
  aside?: ReactNode
  /** Above the list: how many there are. */
  head?: ReactNode
  /** Below the list: a pager. */
  footer?: ReactNode
  /** Each a SupportItem. */
  children: ReactNode
}

/** A card of the support desk: its rows, or why there are none. */
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
