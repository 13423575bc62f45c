import { useId, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Pager } from '#client/components/list/pager.tsx'
import { pageCount } from '#client/components/list/pages.ts'
import { ResultsLine } from '#client/components/list/results-line.tsx'
import { EmptyState } from '#client/components/ui/empty-state.tsx'
import { LoadingOrFailed, type QueryState } from '#client/components/ui/loading-or-failed.tsx'

type ListFrameProps = {
  loading: string
  failed: string
  /** Shown when a filter has no results. */
  filtered: boolean
  /** Absent until the first response. */
  total: number | undefined
  /** The query that loads the list. */
  query: QueryState
  page: number
  hrefFor: (page: number) => string
  /** How the items follow each other; cards, unless given. */
  listClassName?: string
  /** The page's items. */
  children: ReactNode
}

/** The frame of a list: count, items and pager, or why there are no items. */
export function ListFrame(props: ListFrameProps) {
  const { loading, failed, filtered, total, query, page, hrefFor, listClassName = 'grid gap-3', children } = props
  const { t } = useTranslation()
  const results = useId()
  if (total === undefined) {
    return <LoadingOrFailed query={query} loading={loading} failed={failed} hint={t('errors.stillSafe')} lines={10} />
  }
  if (total === 0) return <EmptyState description={filtered && t('filter.whyEmpty')} />
  return (
    <div>
      <ResultsLine id={results} page={page} total={total} />
      <ul aria-labelledby={results} className={listClassName}>
        {children}
      </ul>
      <Pager page={page} pages={pageCount(total)} hrefFor={hrefFor} />
    </div>
  )
}
