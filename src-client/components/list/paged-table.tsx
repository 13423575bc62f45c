import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Redirect } from 'wouter'
import { Card } from '#client/components/ui/card.tsx'
import { EmptyState } from '#client/components/ui/empty-state.tsx'
import { LoadingOrFailed, type QueryState } from '#client/components/ui/loading-or-failed.tsx'
import { maxCountedWithRows } from '#shared/contract/paging.ts'
import { type Column, DataTable } from './data-table.tsx'
import { Pager } from './pager.tsx'
import { pageCount } from './pages.ts'
import { ResultsLine } from './results-line.tsx'

type PagedCardProps = {
  loading: string
  failed: string
  /** The number of lines that the list usually has, to reserve its space while it loads. */
  lines?: number
  /**
   * Absent until the first response; null while there are too many rows to count in the same call and the full count is
   * loading.
   */
  total: number | null | undefined
  /** More about why the list is empty. */
  emptyDescription?: string | false
  /** The query that loads the rows. */
  query: QueryState
  page: number
  hrefFor: (page: number) => string
  /** Renders the rows, labeled by the results line with this id. */
  children: (results: string) => ReactNode
}

/** A page of a panel list: the count, the rows and the pager, or why there are none. */
export function PagedCard({
  loading,
  failed,
  lines = 10,
  total,
  emptyDescription,
  query,
  page,
  hrefFor,
  children,
}: PagedCardProps) {
  const results = useId()
  if (total === undefined) {
    return (
      <Card>
        <LoadingOrFailed query={query} loading={loading} failed={failed} lines={lines} />
      </Card>
    )
  }
  if (total === 0) {
    return (
      <Card>
        <EmptyState description={emptyDescription} />
      </Card>
    )
  }
  const pages = Math.max(pageCount(total ?? maxCountedWithRows), total === null ? page : 1)
  // Happens after the last row of the last page is deleted, or with an old address.
  if (page > pages) return <Redirect to={hrefFor(pages)} replace />
  return (
    <Card>
      <ResultsLine id={results} page={page} total={total} />
      {children(results)}
      <Pager page={page} pages={pages} hrefFor={hrefFor} />
    </Card>
  )
}

type PagedTableProps<Row> = Omit<PagedCardProps, 'children'> & {
  columns: readonly Column<Row>[]
  /** Absent until the first response. */
  rows: readonly Row[] | undefined
  rowKey: (row: Row) => string | number
  /** True if a filter narrows the list, which explains why it is empty. */
  filtered?: boolean
  /** As DataTable's. */
  rowClassName?: ((row: Row, index: number) => string | undefined) | undefined
  wide?: boolean
}

/** A page of a list that shows its rows as a table. */
export function PagedTable<Row>({
  columns,
  rows,
  rowKey,
  total,
  filtered = false,
  emptyDescription,
  rowClassName,
  wide = false,
  ...card
}: PagedTableProps<Row>) {
  const { t } = useTranslation()
  return (
    <PagedCard {...card} total={rows && total} emptyDescription={filtered ? t('filter.whyEmpty') : emptyDescription}>
      {(results) => (
        <DataTable
          labelledBy={results}
          columns={columns}
          rows={rows ?? []}
          rowKey={rowKey}
          wide={wide}
          {...(rowClassName && { rowClassName })}
        />
      )}
    </PagedCard>
  )
}
