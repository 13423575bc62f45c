import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Banner } from '#client/components/ui/banner.tsx'
import { Card } from '#client/components/ui/card.tsx'
import { formatDuration } from '#client/lib/format/duration.ts'
import { type HealthProblem, assessHealth } from '#shared/domain/monitoring/health.ts'
import { useHealthProblemTexts } from './health-problem-texts.ts'
import type { Figures } from './use-monitoring.ts'

/** The health in one sentence. It changes only with the state, so that it is not announced every few seconds. */
export function HealthBanner({ figures }: { figures: Figures }) {
  const { t } = useTranslation()
  const { tone, problems } = assessHealth(figures)
  const getProblemText = useHealthProblemTexts()
  return (
    <>
      <Banner tone={tone}>
        <p className="font-bold">
          {t(`monitoring.health.${tone}`, { problems: problems.map(getProblemText).join('; ') })}
        </p>
      </Banner>
      <ProviderFacts figures={figures} problems={problems} />
    </>
  )
}

function FactRow({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-sm font-semibold text-muted-foreground">{name}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  )
}

const chooseToDo = (failing: Figures['providers']) => {
  if (failing.some(({ hasRefused }) => hasRefused)) return 'toDoRefused'
  return failing.some(({ needsSetUp }) => needsSetUp) ? 'toDoSetUp' : 'toDoProvider'
}

/** Next to the sentence and not in it, because its times keep changing: the last error of a failing provider. */
function ProviderFacts({ figures, problems }: { figures: Figures; problems: readonly HealthProblem[] }) {
  const { t } = useTranslation()
  const failing = figures.providers.filter(({ channel }) =>
    problems.some((problem) => problem.code === 'provider' && problem.channel === channel),
  )
  if (failing.length === 0) return null
  return (
    <Card>
      <dl className="grid gap-4 md:grid-cols-[auto_minmax(0,1fr)_minmax(0,1fr)] md:gap-8">
        <FactRow name={t('monitoring.health.oldestUnsent')}>
          <span className="font-display text-xl font-semibold tabular-nums">
            {figures.oldestUnsentSeconds > 0 ? formatDuration(figures.oldestUnsentSeconds) : t('monitoring.none')}
          </span>
        </FactRow>
        {failing.map(({ channel, answer, answeredSeconds }) => (
          <FactRow
            key={channel}
            name={t('monitoring.health.lastAnswer', {
              provider: t(({ EMAIL: 'monitoring.health.email', PHONE: 'monitoring.health.text' } as const)[channel]),
            })}
          >
            {t('monitoring.health.answeredAgo', { answer, ago: formatDuration(answeredSeconds ?? 0) })}
          </FactRow>
        ))}
        <FactRow name={t('monitoring.health.toDo')}>{t(`monitoring.health.${chooseToDo(failing)}`)}</FactRow>
      </dl>
    </Card>
  )
}
