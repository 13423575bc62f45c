import { useTranslation } from 'react-i18next'
import { TableCard } from '#client/components/list/table-card.tsx'
import type { RunView } from '#server/features/legacy/show-runs.ts'
import { RunBadge } from './latest-run.tsx'
import { RestoreButton } from './restore-button.tsx'

const getResult = ({ state, message }: RunView) => (
  <span className="grid justify-items-start gap-1">
    <RunBadge state={state} />
    {message}
  </span>
)

/**
 * These columns do not wrap next to a long result, or keep date and time on a line each; a very long username wraps.
 */
const short = (text: string) => <span className="@min-[35rem]:block @min-[35rem]:min-w-28">{text}</span>

const whole = (text: string) => <span className="whitespace-nowrap">{text}</span>

type EarlierRunsProps = { runs: readonly RunView[]; restorable: number | null; onStarted: () => void }

/** The earlier runs, and Restore for a run that allows it. */
export function EarlierRuns({ runs, restorable, onStarted }: EarlierRunsProps) {
  const { t } = useTranslation()
  const before = runs.find(({ id }) => id === restorable)
  return (
    <TableCard
      title={t('migration.earlier')}
      className="max-w-[52rem]"
      footer={before && <RestoreButton runId={before.id} onStarted={onStarted} />}
      rows={runs}
      rowKey={({ id }) => id}
      columns={[
        {
          key: 'started',
          head: t('migration.started'),
          cell: ({ startedAtFormatted }) => short(startedAtFormatted),
          cardLabel: true,
        },
        {
          key: 'by',
          head: t('migration.by'),
          cell: ({ startedBy }) => short(startedBy),
          cardLabel: true,
        },
        {
          key: 'what',
          head: t('migration.what'),
          cell: ({ kind }) => whole(t(`migration.kinds.${kind}`)),
          cardLabel: true,
        },
        {
          key: 'result',
          head: t('migration.result'),
          cell: getResult,
          cardLabel: true,
        },
      ]}
    />
  )
}
