import { useTranslation } from 'react-i18next'
import type { PanelToDo } from '#client/components/layout/panel-frame.tsx'
import { inBackground } from '#client/lib/client.ts'
import { trpc } from '#client/lib/trpc.ts'

const everyMs = 60_000
/** The server counts no further. */
const most = 1000

/** What waits for staff, which the navigation shows on every page of the panel. */
export function useToDos(): { looksWrong?: PanelToDo } {
  const { t } = useTranslation()
  // Watching keeps no session alive.
  const open = trpc.support.wrongAnswerCount.useQuery(undefined, { refetchInterval: everyMs, trpc: inBackground })
  const count = open.data?.content ?? 0
  if (count === 0) return {}
  return {
    looksWrong:
      count < most
        ? { number: String(count), sentence: t('wrongAnswers.open', { count }) }
        : { number: '999+', sentence: t('wrongAnswers.many') },
  }
}
