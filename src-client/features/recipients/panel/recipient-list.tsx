import { useTranslation } from 'react-i18next'
import { PageTitle } from '#client/components/layout/page-title.tsx'
import type { Column } from '#client/components/list/data-table.tsx'
import { PagedTable } from '#client/components/list/paged-table.tsx'
import type { QueryState } from '#client/components/ui/loading-or-failed.tsx'
import { trpc } from '#client/lib/api/trpc.ts'
import { RecipientFilterCard } from './recipient-filter-card.tsx'
import type { RecipientFilter } from './use-recipient-filter.ts'

const kinds = { emails: 'EMAIL', phones: 'PHONE' } as const

type RecipientListProps<Row> = {
  kind: keyof typeof kinds
  filter: RecipientFilter
  columns: readonly Column<Row>[]
  /** The query that loads the list. */
  query: QueryState
  rows: readonly Row[] | undefined
  /** As PagedTable's. */
  total: number | null | undefined
  wide?: boolean
  /** What the columns mean. */
  help?: string
}

/** The page of Emails or of Phones, which differ in their columns. */
export function RecipientList<Row extends { id: number; stopReason: string }>(props: RecipientListProps<Row>) {
  const { kind, filter, columns, query, rows, total, wide = false, help } = props
  const { t } = useTranslation()
  const counted = trpc.controlPanel.recipientCount.useQuery(
    { filterText: filter.find, kind: kinds[kind] },
    { enabled: total === null },
  )
  const anyStopped = rows?.some(({ stopReason }) => stopReason !== '')
  const helps = [help, anyStopped && t('alertAdmin.emails.stoppedHelp')].filter(Boolean)
  return (
    <>
      <PageTitle title={t(`alertAdmin.${kind}.title`)} />
      <RecipientFilterCard filter={filter} kind={kind} />
      <PagedTable
        loading={t(`alertAdmin.${kind}.loading`)}
        failed={t(`alertAdmin.${kind}.failed`)}
        columns={columns}
        rows={rows}
        rowKey={({ id }) => id}
        wide={wide}
        total={total ?? (rows && (counted.data?.content.total ?? null))}
        filtered={filter.filtered}
        query={query}
        page={filter.page}
        hrefFor={filter.hrefFor}
      />
      {helps.length > 0 && <p className="max-w-prose text-sm text-muted-foreground">{helps.join(' ')}</p>}
    </>
  )
}
