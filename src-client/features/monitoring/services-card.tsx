import {
  CircleCheck,
  CircleMinus,
  CircleX,
  Clock,
  Cog,
  Database,
  Inbox,
  type LucideIcon,
  Mail,
  MessageSquare,
  Server,
  TriangleAlert,
} from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Badge } from '#client/components/ui/badge.tsx'
import { Card } from '#client/components/ui/card.tsx'
import { useTexts } from '#client/lib/api/start-content.ts'
import { formatBytes } from '#client/lib/format/bytes.ts'
import { formatDuration } from '#client/lib/format/duration.ts'
import type { Channel } from '#shared/contract/alert.ts'
import { processSilentSeconds } from '#shared/domain/monitoring/health.ts'
import { getProviderState } from '#shared/domain/monitoring/provider-state.ts'
import type { Figures } from './use-monitoring.ts'

const states = {
  healthy: { tone: 'success', icon: CircleCheck },
  look: { tone: 'warning', icon: TriangleAlert },
  down: { tone: 'danger', icon: CircleX },
  notSending: { tone: 'danger', icon: CircleX },
  notCalled: { icon: Clock },
  notInUse: { icon: CircleMinus },
} as const

type Service = { key: string; icon: LucideIcon; name: string; detail: string; state: keyof typeof states }

/** A provider that we have not called. */
const nothing = { failedInARow: 0, acceptedSeconds: null }

/** Derives the state of each part from the figures. */
function useServices(figures: Figures): Service[] {
  const { t } = useTranslation()
  const texts = useTexts()
  const { database, callbacks, quarantine, emailErrors, textErrors } = figures
  const processes = (kind: 'server' | 'worker') => {
    const running = figures.processes.filter((item) => item.kind === kind && item.seenSeconds < processSilentSeconds)
    const detail =
      running.length === 0
        ? t('monitoring.parts.noProcess')
        : t('monitoring.parts.processes', {
            count: running.length,
            time: formatDuration(Math.min(...running.map(({ seenSeconds }) => seenSeconds))),
          })
    return { detail, state: running.length === 0 ? ('down' as const) : ('healthy' as const) }
  }
  const provider = (of: Channel, errors: number): Pick<Service, 'detail' | 'state'> => {
    const { failedInARow, acceptedSeconds } = figures.providers.find(({ channel }) => channel === of) ?? nothing
    const state = getProviderState({ inUse: of === 'EMAIL' || texts, failedInARow, errors, acceptedSeconds })
    const details = {
      notInUse: () => t('monitoring.parts.noTexts'),
      notSending: () => t('monitoring.parts.failing', { count: failedInARow }),
      look: () => t('monitoring.parts.errors', { count: errors }),
      notCalled: () => t('monitoring.parts.noCall'),
      healthy: () => t('monitoring.parts.accepted', { time: formatDuration(acceptedSeconds ?? 0) }),
    }
    return { detail: details[state](), state }
  }
  const isStrained = database.connections > 0.8 * database.maxConnections || database.oldestTransactionSeconds > 300
  return [
    {
      key: 'database',
      icon: Database,
      name: t('monitoring.parts.database'),
      detail: t('monitoring.parts.databaseDetail', {
        used: database.connections,
        most: database.maxConnections,
        size: formatBytes(database.bytes),
        time: formatDuration(database.oldestTransactionSeconds),
      }),
      state: isStrained ? 'look' : 'healthy',
    },
    { key: 'workers', icon: Cog, name: t('monitoring.parts.workers'), ...processes('worker') },
    { key: 'servers', icon: Server, name: t('monitoring.parts.servers'), ...processes('server') },
    { key: 'email', icon: Mail, name: t('monitoring.parts.email'), ...provider('EMAIL', emailErrors) },
    { key: 'text', icon: MessageSquare, name: t('monitoring.parts.text'), ...provider('PHONE', textErrors) },
    {
      key: 'queues',
      icon: Inbox,
      name: t('monitoring.parts.queues'),
      detail: t('monitoring.parts.queuesDetail', { callbacks, quarantine }),
      state: quarantine > 0 || callbacks > 1000 ? 'look' : 'healthy',
    },
  ]
}

/** The state of each part of the service. */
export function ServicesCard({ figures }: { figures: Figures }) {
  const { t } = useTranslation()
  const services = useServices(figures)
  return (
    <Card title={t('monitoring.parts.title')}>
      <ul>
        {services.map(({ key, icon: Icon, name, detail, state }) => (
          <li
            key={key}
            className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3 gap-y-1 border-b border-border py-2.5 last:border-b-0 sm:grid-cols-[auto_minmax(0,1fr)_auto]"
          >
            <Icon aria-hidden />
            <span className="font-semibold">
              {name}
              <span className="block text-sm font-normal text-muted-foreground tabular-nums">{detail}</span>
            </span>
            <span className="max-sm:col-start-2">
              <Badge {...states[state]}>{t(`monitoring.parts.${state}`)}</Badge>
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
