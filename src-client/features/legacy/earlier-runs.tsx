import { useTranslation } from 'react-i18next'
import type { RunView } from '#server/features/legacy/show-runs.ts'
import { TableCard } from '#client/components/list/table-card.tsx'
import { RunBadge } from './latest-run.tsx'
import { RestoreButton } from './restore-button.tsx'

const resultOf = ({ state, message }: RunView) => (
  <span className="grid justify-items-start gap-1">
    <RunBadge state={state} />
    {message}
  </span>
)

/** Beside a long result these keep their line, or the date and the time one each; a very long username breaks. */
const short = (text: string) => <span className="@min-[35rem]:block @min-[35rem]:min-w-28">{text}</span>

const whole = (text: string) => <span className="whitespace-nowrap">{text}</span>

type EarlierRunsProps = { runs: readonly RunView[]; restorable: number | null; onBegun: () => void }

/** The runs before the latest, and the way back where it leads to one of them. */
export function EarlierRuns({ runs, restorable, onBegun }: EarlierRunsProps) {
  const { t } = useTranslation()
  const before = runs.find(({ id }) => id === restorable)
  return (
    <TableCard
      title={t('migration.earlier')}
      className="max-w-[52rem]"
      foot={before && <RestoreButton runId={before.id} onBegun={onBegun} />}
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
          cell: resultOf,
          cardLabel: true,
        },
      ]}
    />
  )
}
