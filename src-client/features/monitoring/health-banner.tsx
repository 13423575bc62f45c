import { useTranslation } from 'react-i18next'
import { type HealthProblem, healthOf } from '#shared/rules/health.ts'
import { Banner } from '#client/components/ui/banner.tsx'
import { formatDuration } from '#client/lib/format/duration.ts'
import type { Figures } from './use-monitoring.ts'

/** One sentence of health. It changes only when its words do, so that it is not read out every few seconds. */
export function HealthBanner({ figures }: { figures: Figures }) {
  const { t } = useTranslation()
  const { tone, problems } = healthOf(figures)
  const say = (problem: HealthProblem) => {
    switch (problem.code) {
      case 'noWorker':
        return t('monitoring.health.problems.noWorker')
      case 'paused':
      case 'late':
      case 'slow':
      case 'unchained':
      case 'longTransaction':
        return t(`monitoring.health.problems.${problem.code}`, { time: formatDuration(problem.seconds) })
      case 'silentFeed':
        return t('monitoring.health.problems.silentFeed', {
          name: problem.name,
          time: formatDuration(problem.seconds),
        })
      default:
        return t(`monitoring.health.problems.${problem.code}`, { count: problem.count })
    }
  }
  return (
    <Banner tone={tone}>
      <p className="font-bold">{t(`monitoring.health.${tone}`, { problems: problems.map(say).join('; ') })}</p>
    </Banner>
  )
}
