import { useTranslation } from 'react-i18next'
import { mostLooksWrongCounted } from '#shared/contract/looks-wrong.ts'
import type { PanelToDo } from '#client/components/layout/panel-frame.tsx'
import { inBackground } from '#client/lib/client.ts'
import { trpc } from '#client/lib/trpc.ts'

const everyMs = 60_000

/** What waits for staff, which the navigation shows on every page of the panel. */
export function useToDos(): { looksWrong?: PanelToDo } {
  const { t } = useTranslation()
  // Watching keeps no session alive.
  const open = trpc.support.looksWrongCount.useQuery(undefined, { refetchInterval: everyMs, trpc: inBackground })
  const count = open.data?.content ?? 0
  if (count === 0) return {}
  const most = mostLooksWrongCounted - 1
  return {
    looksWrong:
      count < mostLooksWrongCounted
        ? { number: String(count), sentence: t('looksWrong.open', { count }) }
        : { number: t('looksWrong.manyShort', { most }), sentence: t('looksWrong.many', { most }) },
  }
}
