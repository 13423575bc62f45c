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
import { usePageParam } from '#client/lib/use-page-param.ts'
import { leftOutKinds, rollLimits, rollProblemKinds } from '#shared/contract/roll-load.ts'
import type { RollVersion } from './roll-types.ts'

function Counts({ counts }: { counts: RollVersion['problemCounts'] }) {
  const { t } = useTranslation()
  const headingId = useId()
  const rows = rollProblemKinds.flatMap((kind) => {
    const count = counts[kind] ?? 0
    return count > 0 ? [{ kind, count }] : []
  })
  return (
    <div>
      <h3 id={headingId} className="sr-only">
        {t('roll.problems.lines')}
      </h3>
      <DataTable
        labelledBy={headingId}
        rows={rows}
        rowKey={({ kind }) => kind}
        columns={[
          { key: 'reason', head: t('roll.problems.reason'), cell: ({ kind }) => t(`roll.problems.kinds.${kind}`) },
          {
            key: 'lines',
            head: t('roll.problems.lines'),
            cell: ({ count }) => formatCount(count),
            cardLabel: true,
            className: 'tabular-nums',
          },
          {
            key: 'effect',
            head: t('roll.problems.effect'),
            cell: ({ kind }) =>
              t(leftOutKinds.some((leftOut) => leftOut === kind) ? 'roll.problems.leftOut' : 'roll.problems.kept'),
            cardLabel: true,
          },
        ]}
      />
    </div>
  )
}

/** The problems of a version: how many of each kind, then the first of each by line. */
export function ProblemsCard({ roll }: { roll: RollVersion }) {
  const { t } = useTranslation()
  const resultsId = useId()
  const { page, hrefFor } = usePageParam('page')
  const list = trpc.rollVersions.problems.useQuery(
    { id: roll.id, page },
    { placeholderData: (before) => before, meta: { handled: true } },
  )
  const found = list.data?.content
  const isCut = Object.values(roll.problemCounts).some((count) => count > rollLimits.listedProblems)
  return (
    <Card title={t('roll.problems.title')} className="max-w-[52rem]">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <Counts counts={roll.problemCounts} />
        {isCut && <p>{t('roll.problems.first', { count: rollLimits.listedProblems })}</p>}
        {!found && (
          <LoadingOrFailed
            query={list}
            loading={t('roll.problems.loading')}
            failed={t('roll.problems.failed')}
            lines={6}
          />
        )}
        {found && (
          <div>
            <ResultsLine id={resultsId} page={page} total={found.total} />
            <DataTable
              labelledBy={resultsId}
              rows={found.problems}
              rowKey={({ line, kind }) => `${line} ${kind}`}
              columns={[
                {
                  key: 'line',
                  head: t('roll.problems.line'),
                  cell: ({ line }) => formatCount(line),
                  cardLabel: true,
                  className: 'tabular-nums whitespace-nowrap',
                },
                {
                  key: 'why',
                  head: t('roll.problems.why'),
                  cell: ({ kind, detail }) =>
                    detail === '' ? t(`roll.problems.kinds.${kind}`) : `${t(`roll.problems.kinds.${kind}`)}: ${detail}`,
                  className: 'wrap-anywhere',
                },
              ]}
            />
            <Pager page={page} pages={pageCount(found.total)} hrefFor={hrefFor} />
          </div>
        )}
      </div>
    </Card>
  )
}
