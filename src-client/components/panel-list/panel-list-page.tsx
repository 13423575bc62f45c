import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { PageTitle } from '../layout/page-title.tsx'
import type { Column } from '../list/data-table.tsx'
import { ExportButton } from '../list/export-button.tsx'
import { PagedTable } from '../list/paged-table.tsx'
import { type RowAction, RowActions } from '../list/row-actions.tsx'
import { Button } from '../ui/button.tsx'
import type { QueryState } from '../ui/loading-or-failed.tsx'
import { PanelFilterCard } from './panel-filter-card.tsx'
import type { PanelFilter, PanelList } from './use-panel-filter.ts'

type PanelListPageProps<Row, Status extends string> = {
  list: PanelList<Status>
  filter: PanelFilter<Status>
  /** The query that loads a page of the list. */
  query: QueryState
  rows: readonly Row[] | undefined
  /** As in the list's response: null if there are too many rows to count in the same call. */
  total: number | null | undefined
  /** Then this is the full count, absent while it loads. */
  fullCount: number | undefined
  columns: readonly Column<Row>[]
  /** What the buttons of a row act on. */
  rowName: (row: Row) => string
  getActions: (row: Row) => RowAction[]
  actionsClassName?: string
  /** How many actions are shown next to More. */
  shownActions?: number
  /** The path of the whole list as a file. */
  exportPath?: { path: string; criteria: object }
  /** The list's path; its entry 0 creates a new one. */
  create?: { path: string; label: string; icon: LucideIcon }
  rowClassName?: (row: Row) => string | undefined
  wide?: boolean
  /** What the columns mean. */
  help?: string
}

type HeadProps = { title: string; children: ReactNode }

function Head({ title, children }: HeadProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <PageTitle title={title} />
      <div className="flex flex-wrap gap-3 max-sm:w-full max-sm:[&>*]:flex-1">{children}</div>
    </div>
  )
}

type ActionProps<Row> = Pick<
  PanelListPageProps<Row, string>,
  'rowName' | 'getActions' | 'actionsClassName' | 'shownActions'
>

function getActionColumn<Row>(
  head: string,
  { rowName, getActions, actionsClassName, shownActions }: ActionProps<Row>,
): Column<Row> {
  return {
    key: 'actions',
    head,
    headHidden: true,
    cell: (row) => <RowActions itemName={rowName(row)} actions={getActions(row)} shown={shownActions} />,
    ...(actionsClassName && { className: actionsClassName }),
  }
}

/** A list of the panel with its title, filters, rows with actions, and pager. */
export function PanelListPage<Row extends { id: number }, Status extends string>(
  props: PanelListPageProps<Row, Status>,
) {
  const { list, filter, query, rows, fullCount, columns, exportPath, create, wide, help } = props
  const { t } = useTranslation()
  const title = t(`${list.texts}.title`)
  const total = props.total ?? (rows && (fullCount ?? null))
  return (
    <>
      {exportPath && create ? (
        <Head title={title}>
          <ExportButton {...exportPath} total={total} />
          <Button asChild>
            <Link href={`${create.path}/0${filter.querySuffix}`}>
              <create.icon aria-hidden />
              {create.label}
            </Link>
          </Button>
        </Head>
      ) : (
        <PageTitle title={title} />
      )}
      <PanelFilterCard list={list} filter={filter} />
      <PagedTable
        loading={t(`${list.texts}.loading`)}
        failed={t(`${list.texts}.failed`)}
        columns={[...columns, getActionColumn(t('list.actions'), props)]}
        rows={rows}
        rowKey={({ id }) => id}
        rowClassName={props.rowClassName}
        wide={wide ?? false}
        total={total}
        filtered={filter.filtered}
        query={query}
        page={filter.page}
        hrefFor={filter.hrefFor}
      />
      {help && <p className="max-w-prose text-sm text-muted-foreground">{help}</p>}
    </>
  )
}
