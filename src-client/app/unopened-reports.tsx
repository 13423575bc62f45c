import { useTranslation } from 'react-i18next'
import { maxRecordReportsCounted } from '#shared/contract/suspicious-report.ts'
import { inBackground } from '../lib/api/client.ts'
import { trpc } from '../lib/api/trpc.ts'
import { DataProvider } from './data-provider.tsx'

const everyMs = 30_000

/** How many reports of suspicious records no one has opened yet, next to the link to the control panel. */
export function UnopenedReports() {
  return (
    <DataProvider>
      <Count />
    </DataProvider>
  )
}

function Count() {
  const { t } = useTranslation()
  const unopened = trpc.support.unopenedReports.useQuery(undefined, { refetchInterval: everyMs, trpc: inBackground })
  const count = unopened.data?.content ?? 0
  if (count === 0) return null
  const most = maxRecordReportsCounted - 1
  return (
    <span className="inline-grid min-w-6 place-items-center rounded-full bg-brass px-1.5 text-sm font-bold text-brass-ink tabular-nums">
      <span aria-hidden>{count > most ? `${most}+` : count}</span>
      <span className="sr-only">, {t('header.unopenedReports', { count })}</span>
    </span>
  )
}
