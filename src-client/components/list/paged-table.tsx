import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Redirect } from 'wouter'
import { countedAtOnce } from '#shared/contract/paging.ts'
import { Card } from '#client/components/ui/card.tsx'
import { EmptyState } from '#client/components/ui/empty-state.tsx'
import { LoadingOrFailed, type QueryState } from '#client/components/ui/loading-or-failed.tsx'
import { type Column, DataTable } from './data-table.tsx'
import { Pager } from './pager.tsx'
import { pageCount } from './pages.ts'
import { ResultsLine } from './results-line.tsx'

type PagedTableProps<Row> = {
  loading: string
  failed: string
  columns: readonly Column<Row>[]
  /** Absent while the first answer is on its way. */
  rows: readonly Row[] | undefined
  rowKey: (row: Row) => string | number
  /** Null while there are more than are counted at once, and the whole number is on its way. */
  total: number | null | undefined
  /** Said where nothing was found although there is a filter. */
  filtered: boolean
  /** What reads the rows. */
  query: QueryState
  page: number
  hrefFor: (page: number) => string
  /** As DataTable's. */
  wide?: boolean
}

/** A page of a panel's list: how many there are, the rows, the pager; or why there are none. */
export function PagedTable<Row>(props: PagedTableProps<Row>) {
  const { loading, failed, columns, rows, rowKey, total, filtered, query, page, hrefFor, wide = false } = props
  const { t } = useTranslation()
  const results = useId()
  if (!rows || total === undefined) {
    return (
      <Card>
        <LoadingOrFailed query={query} loading={loading} failed={failed} lines={10} />
      </Card>
    )
  }
  if (total === 0) {
    return (
      <Card>
        <EmptyState why={filtered && t('filter.whyEmpty')} />
      </Card>
    )
  }
  const pages = Math.max(pageCount(total ?? countedAtOnce), total === null ? page : 1)
  // The last row of the last page was deleted, or an old address was opened.
  if (page > pages) return <Redirect to={hrefFor(pages)} replace />
  return (
    <Card>
      <ResultsLine id={results} page={page} total={total} />
      <DataTable labelledBy={results} columns={columns} rows={rows} rowKey={rowKey} wide={wide} />
      <Pager page={page} pages={pages} hrefFor={hrefFor} />
    </Card>
  )
}
