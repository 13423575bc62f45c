import { useTranslation } from 'react-i18next'
import { formatDuration } from '#client/lib/format/duration.ts'
import type { HealthProblem } from '#shared/domain/monitoring/health.ts'

const providerTexts = {
  EMAIL: {
    fails: 'monitoring.health.problems.providerEmail',
    refuses: 'monitoring.health.problems.providerEmailSetUp',
  },
  PHONE: { fails: 'monitoring.health.problems.providerText', refuses: 'monitoring.health.problems.providerTextSetUp' },
} as const

/** A text for each health problem, for the monitoring page and for the alarm above the panel's pages. */
export function useHealthProblemTexts() {
  const { t } = useTranslation()
  return (problem: HealthProblem): string => {
    switch (problem.code) {
      case 'noWorker':
      case 'diskFull':
      // The start time is on the monitoring page. A time in this text would be announced again with every poll.
      case 'paused':
        return t(`monitoring.health.problems.${problem.code}`)
      case 'provider':
        return t(providerTexts[problem.channel][problem.needsSetUp ? 'refuses' : 'fails'], { count: problem.count })
      case 'late':
      case 'unsent':
      case 'unmatched':
      case 'slow':
      case 'unchained':
      case 'longTransaction':
      case 'oldBackup':
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
}
