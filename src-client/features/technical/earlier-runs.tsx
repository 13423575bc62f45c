import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { RunView } from '#server/migration/show-runs.ts'
import { DataTable } from '#client/components/list/data-table.tsx'
import { Card } from '#client/components/ui/card.tsx'
import { RunBadge } from './latest-run.tsx'
import { RestoreButton } from './restore-button.tsx'

const resultOf = ({ state, message }: RunView) => (
  <span className="grid justify-items-start gap-1">
    <RunBadge state={state} />
    {message}
  </span>
)

type EarlierRunsProps = { runs: readonly RunView[]; restorable: number | null; onBegun: () => void }

/** The runs before the latest, and the way back where it leads to one of them. */
export function EarlierRuns({ runs, restorable, onBegun }: EarlierRunsProps) {
  const { t } = useTranslation()
  const heading = useId()
  const before = runs.find(({ id }) => id === restorable)
  return (
    <Card
      title={<span id={heading}>{t('migration.earlier')}</span>}
      className="max-w-[52rem]"
      foot={before && <RestoreButton runId={before.id} onBegun={onBegun} />}
    >
      <DataTable
        labelledBy={heading}
        rows={runs}
        rowKey={({ id }) => id}
        columns={[
          {
            key: 'started',
            head: t('migration.started'),
            cell: ({ startedAtFormatted }) => startedAtFormatted,
            cardLabel: true,
          },
          {
            key: 'by',
            head: t('migration.by'),
            cell: ({ startedBy }) => startedBy,
            cardLabel: true,
          },
          {
            key: 'what',
            head: t('migration.what'),
            cell: ({ kind }) => t(`migration.kinds.${kind}`),
            cardLabel: true,
          },
          {
            key: 'result',
            head: t('migration.result'),
            cell: resultOf,
            cardLabel: true,
          },
        ]}
      />
    </Card>
  )
}
