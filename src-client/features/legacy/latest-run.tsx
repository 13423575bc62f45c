import { CircleCheck, CircleX, Clock, History } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Badge } from '#client/components/ui/badge.tsx'
import { Banner } from '#client/components/ui/banner.tsx'
import { Card } from '#client/components/ui/card.tsx'
import { ProgressBar } from '#client/components/ui/progress-bar.tsx'
import { formatCount } from '#client/lib/format/count.ts'
import type { RunView } from '#server/features/legacy/show-runs.ts'
import { RestoreButton } from './restore-button.tsx'

const looks = {
  running: { tone: 'info', icon: Clock },
  done: { tone: 'success', icon: CircleCheck },
  failed: { tone: 'danger', icon: CircleX },
  restored: { tone: 'neutral', icon: History },
} as const

const formatCounts = {
  import: [
    'alertsTaken',
    'emailsTaken',
    'alertsSkipped',
    'emailsSkipped',
    'emailsJoined',
    'emailsUnverified',
    'otherCountyAlerts',
    'otherCountyEmails',
    'alertsWiped',
    'emailsWiped',
  ],
  restore: ['alertsRestored', 'emailsRestored', 'alertsWiped', 'emailsWiped'],
} as const

export function RunBadge({ state }: Pick<RunView, 'state'>) {
  const { t } = useTranslation()
  return <Badge {...looks[state]}>{t(`migration.states.${state}`)}</Badge>
}

/** The progress of a running migration: a bar if the total is known, otherwise the number of rows done. */
function Progress({ phase, done, total }: Pick<RunView, 'phase' | 'done' | 'total'>) {
  const { t } = useTranslation()
  const words = t(`migration.phases.${phase}`)
  const step =
    total === null
      ? t('migration.step', { done: formatCount(done) })
      : t('migration.stepOf', { done: formatCount(Math.min(done, total)), total: formatCount(total) })
  return (
    <div className="grid gap-2">
      {/* Only a change of phase is announced. */}
      <output className="block font-semibold">{words}</output>
      <ProgressBar
        label={words}
        {...(total === null ? {} : { value: Math.min(done, total), max: Math.max(1, total) })}
      />
      {done > 0 && <p className="tabular-nums">{step}</p>}
    </div>
  )
}

function Figures({ run }: { run: RunView }) {
  const { t } = useTranslation()
  const shown = formatCounts[run.kind].filter((name) => (run.counts[name] ?? 0) > 0)
  if (shown.length === 0) return null
  return (
    <dl className="grid grid-cols-[minmax(0,1fr)_auto] [&>*]:border-b [&>*]:border-border [&>*]:py-1.5">
      {shown.map((name) => [
        <dt key={name}>{t(`migration.counts.${name}`)}</dt>,
        <dd key={`${name} n`} className="ps-6 text-end font-semibold tabular-nums">
          {formatCount(run.counts[name] ?? 0)}
        </dd>,
      ])}
    </dl>
  )
}

type LatestRunProps = { run: RunView; restorable: number | null; onStarted: () => void }

/** The latest run: its progress or its result. */
export function LatestRun({ run, restorable, onStarted }: LatestRunProps) {
  const { t } = useTranslation()
  const kind = t(`migration.kinds.${run.kind}`)
  return (
    <Card
      title={t('migration.latest')}
      aside={<RunBadge state={run.state} />}
      className="max-w-[52rem]"
      footer={restorable !== null && <RestoreButton runId={restorable} onStarted={onStarted} />}
    >
      <div className="grid gap-4">
        <p>
          {t('migration.begun', { kind, at: run.startedAtFormatted, by: run.startedBy })}
          {run.endedAtFormatted && (
            <>
              <br />
              {t('migration.ended', { at: run.endedAtFormatted })}
            </>
          )}
        </p>
        {run.state === 'running' && <Progress {...run} />}
        {run.message && (
          <Banner tone={run.state === 'failed' ? 'danger' : run.state === 'done' ? 'success' : 'info'}>
            {run.message}
          </Banner>
        )}
        {run.state !== 'running' && run.state !== 'failed' && <Figures run={run} />}
      </div>
    </Card>
  )
}
