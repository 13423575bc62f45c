import { MessageSquareReply, TriangleAlert } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Pager } from '#client/components/list/pager.tsx'
import { pageCount } from '#client/components/list/pages.ts'
import { ResultsLine } from '#client/components/list/results-line.tsx'
import { Badge } from '#client/components/ui/badge.tsx'
import { Card } from '#client/components/ui/card.tsx'
import { LoadingOrFailed, type QueryState } from '#client/components/ui/loading-or-failed.tsx'
import type { NoticeAnswer } from '#shared/contract/outgoing-event.ts'

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

/** What the resident answered about a record. */
export function ResidentAnswer({ answer }: { answer: NoticeAnswer }) {
  const { t } = useTranslation()
  return (
    <Badge
      tone={answer === 'wrong' ? 'danger' : 'neutral'}
      icon={answer === 'wrong' ? TriangleAlert : MessageSquareReply}
    >
      {t(`support.messages.answers.${answer}`)}
    </Badge>
  )
}

type SupportListProps = {
  title: string
  failed: string
  none: string
  list: QueryState
  /** The number of rows on this page; absent while they load. */
  count: number | undefined
  aside?: ReactNode
  /** Of a list in pages: the one shown, the number of all rows, and the address of each page. */
  pages?: { page: number; total: number; hrefFor: (page: number) => string } | undefined
  /** SupportItem elements. */
  children: ReactNode
}

/** A card of the support desk with its rows, or why there are none. */
export function SupportList({ title, failed, none, list, count, aside, pages, children }: SupportListProps) {
  const { t } = useTranslation()
  const shown = useId()
  const last = pages ? pageCount(pages.total) : 1
  return (
    <Card title={title} aside={aside}>
      {count === undefined && <LoadingOrFailed query={list} loading={t('support.loading')} failed={failed} lines={3} />}
      {count === 0 && <p>{none}</p>}
      {pages && last > 1 && <ResultsLine id={shown} page={pages.page} total={pages.total} />}
      {count !== undefined && count > 0 && <ul className="grid divide-y divide-border">{children}</ul>}
      {pages && <Pager page={pages.page} pages={last} hrefFor={pages.hrefFor} />}
    </Card>
  )
}
