import { useTranslation } from 'react-i18next'
import { maxWaitingCounted } from '#shared/contract/held-notices.ts'
import { maxRecordReportsCounted } from '#shared/contract/suspicious-report.ts'
import type { Health } from '#shared/domain/monitoring/health.ts'
import type { PendingTask } from '../components/layout/panel-frame.tsx'
import { inBackground } from '../lib/api/client.ts'
import { trpc } from '../lib/api/trpc.ts'

const everyMs = 60_000
/** The interval while something is wrong, so that its end shows soon. */
const unhealthyRefetchMs = 10_000

/** The health of the service, as on the monitoring page, which the county's staff may not open. */
export function useServiceHealth(): Health | undefined {
  const health = trpc.support.health.useQuery(undefined, {
    refetchInterval: ({ state }) => (state.data?.content.tone === 'danger' ? unhealthyRefetchMs : everyMs),
    trpc: inBackground,
  })
  return health.data?.content
}

/** The pending tasks of staff, which the navigation shows on every page of the panel. */
export function usePendingTasks(health: Health | undefined): {
  looksWrong?: PendingTask
  heldNotices?: PendingTask
  performanceMonitoring?: PendingTask
} {
  const { t } = useTranslation()
  return {
    ...useSuspiciousRecords(),
    ...useHeldNotices(),
    ...(health?.tone === 'danger' && { performanceMonitoring: { number: '!', sentence: t('panel.healthBadge') } }),
  }
}

function useSuspiciousRecords(): { looksWrong?: PendingTask } {
  const { t } = useTranslation()
  // Background polling must not keep a session alive.
  const open = trpc.support.looksWrongCount.useQuery(undefined, { refetchInterval: everyMs, trpc: inBackground })
  const count = open.data?.content ?? 0
  if (count === 0) return {}
  const max = maxRecordReportsCounted - 1
  return {
    looksWrong:
      count < maxRecordReportsCounted
        ? { number: String(count), sentence: t('looksWrong.open', { count }) }
        : { number: t('looksWrong.manyShort', { most: max }), sentence: t('looksWrong.many', { most: max }) },
  }
}

function useHeldNotices(): { heldNotices?: PendingTask } {
  const { t } = useTranslation()
  const waiting = trpc.feeds.waitingCount.useQuery(undefined, { refetchInterval: everyMs, trpc: inBackground })
  const count = waiting.data?.content ?? 0
  if (count === 0) return {}
  const max = maxWaitingCounted - 1
  return {
    heldNotices:
      count < maxWaitingCounted
        ? { number: String(count), sentence: t('panel.held', { count }) }
        : { number: t('panel.heldManyShort', { most: max }), sentence: t('panel.heldMany', { most: max }) },
  }
}
