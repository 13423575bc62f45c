import { useTranslation } from 'react-i18next'
import { maxRecordReportsCounted } from '#shared/contract/suspicious-report.ts'
import type { Health } from '#shared/domain/monitoring/health.ts'
import type { PanelToDo } from '../components/layout/panel-frame.tsx'
import { inBackground } from '../lib/api/client.ts'
import { trpc } from '../lib/api/trpc.ts'

const everyMs = 60_000
/** While something is wrong, so that its end is seen soon. */
const inTroubleEveryMs = 10_000

/** How the service does, as the monitoring page says it: the county's staff may not open that page. */
export function useServiceHealth(): Health | undefined {
  const health = trpc.support.health.useQuery(undefined, {
    refetchInterval: ({ state }) => (state.data?.content.tone === 'danger' ? inTroubleEveryMs : everyMs),
    trpc: inBackground,
  })
  return health.data?.content
}

/** What waits for staff, which the navigation shows on every page of the panel. */
export function useToDos(health: Health | undefined): { looksWrong?: PanelToDo; performanceMonitoring?: PanelToDo } {
  const { t } = useTranslation()
  return {
    ...useLooksWrong(),
    ...(health?.tone === 'danger' && { performanceMonitoring: { number: '!', sentence: t('panel.healthBadge') } }),
  }
}

function useLooksWrong(): { looksWrong?: PanelToDo } {
  const { t } = useTranslation()
  // Watching keeps no session alive.
  const open = trpc.support.looksWrongCount.useQuery(undefined, { refetchInterval: everyMs, trpc: inBackground })
  const count = open.data?.content ?? 0
  if (count === 0) return {}
  const most = maxRecordReportsCounted - 1
  return {
    looksWrong:
      count < maxRecordReportsCounted
        ? { number: String(count), sentence: t('looksWrong.open', { count }) }
        : { number: t('looksWrong.manyShort', { most }), sentence: t('looksWrong.many', { most }) },
  }
}
