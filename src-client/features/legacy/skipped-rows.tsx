import type { inferRouterOutputs } from '@trpc/server'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { DataTable } from '#client/components/list/data-table.tsx'
import { Pager } from '#client/components/list/pager.tsx'
import { pageCount } from '#client/components/list/pages.ts'
import { ResultsLine } from '#client/components/list/results-line.tsx'
import { Card } from '#client/components/ui/card.tsx'
import { LoadingOrFailed } from '#client/components/ui/loading-or-failed.tsx'
import { trpc } from '#client/lib/api/trpc.ts'
import { formatCount } from '#client/lib/format/count.ts'
import { useQueryParams } from '#client/lib/use-query-params.ts'
import type { AppRouter } from '#server/routers/router.ts'

type Skipped = inferRouterOutputs<AppRouter>['controlPanel']['migrationSkipped']['content']

function Reasons({ reasons }: Pick<Skipped, 'reasons'>) {
  const { t } = useTranslation()
  const headingId = useId()
  return (
    <div>
      <h3 id={headingId} className="mb-2">
        {t('migration.reasons')}
      </h3>
      <DataTable
        labelledBy={headingId}
        rows={reasons}
        rowKey={({ of, reason }) => `${of} ${reason}`}
        columns={[
          {
            key: 'rows',
            head: t('migration.rows'),
            cell: ({ rows }) => formatCount(rows),
            cardLabel: true,
            className: 'tabular-nums',
          },
          {
            key: 'of',
            head: t('migration.row'),
            cell: ({ of }) => t(`migration.of.${of}`),
            cardLabel: true,
          },
          {
            key: 'reason',
            head: t('migration.reason'),
            cell: ({ reason }) => reason,
            cardLabel: true,
          },
        ]}
      />
    </div>
  )
}

type RowsProps = { found: Skipped; page: number; hrefFor: (page: number) => string }

function Rows({ found, page, hrefFor }: RowsProps) {
  const { t } = useTranslation()
  const resultsId = useId()
  return (
    <div>
      <ResultsLine id={resultsId} page={page} total={found.total} />
      <DataTable
        labelledBy={resultsId}
        rows={found.rows.map((row, index) => ({ ...row, index }))}
        rowKey={({ index }) => index}
        columns={[
          {
            key: 'of',
            head: t('migration.row'),
            cell: ({ of }) => t(`migration.of.${of}`),
            cardLabel: true,
          },
          {
            key: 'number',
            head: t('migration.number'),
            cell: ({ legacyId }) => legacyId,
            cardLabel: true,
            className: 'tabular-nums wrap-anywhere',
          },
          {
            key: 'reason',
            head: t('migration.reason'),
            cell: ({ reason }) => reason,
            cardLabel: true,
          },
        ]}
      />
      <Pager page={page} pages={pageCount(found.total)} hrefFor={hrefFor} />
    </div>
  )
}

/** The rows that a migration skipped: a count for each reason, then each row by its number in the legacy database. */
export function SkippedRows({ runId }: { runId: number }) {
  const { t } = useTranslation()
  const { query, hrefWith } = useQueryParams()
  const page = Math.max(1, Number.parseInt(query.get('page') ?? '1', 10) || 1)
  const list = trpc.controlPanel.migrationSkipped.useQuery(
    { runId, page },
    { placeholderData: (before) => before, meta: { handled: true } },
  )
  const found = list.data?.content
  return (
    <Card title={t('migration.skipped')} className="max-w-[52rem]">
      {!found && (
        <LoadingOrFailed
          query={list}
          loading={t('migration.skippedLoading')}
          failed={t('migration.skippedFailed')}
          lines={6}
        />
      )}
      {found && (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
          <Reasons reasons={found.reasons} />
          <Rows found={found} page={page} hrefFor={(to) => hrefWith({ page: to === 1 ? '' : String(to) })} />
        </div>
      )}
    </Card>
  )
}
