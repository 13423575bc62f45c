import { useTranslation } from 'react-i18next'
import { messages } from '#shared/contract/messages.ts'
import { Dialog } from '#client/components/ui/dialog.tsx'
import { EmptyState } from '#client/components/ui/empty-state.tsx'
import { inBackground } from '#client/lib/api/client.ts'
import { useLiveInterval } from '#client/lib/live-updates.ts'
import { listOptions, trpc } from '#client/lib/api/trpc.ts'
import { FilterCard } from '../list/filter-card.tsx'
import { ListFrame } from '../list/list-frame.tsx'
import { useResidentFilter } from '../list/use-resident-filter.ts'
import { HistoryItem } from './history-item.tsx'
import { PrintButton } from './print-button.tsx'
import { useFilterLabel } from './use-filter-label.ts'

const refetchMs = 10_000

/** Alert History: every match, with filters and a pager. */
export function HistoryDialog({ userId, onClose }: { userId: number; onClose: () => void }) {
  const { t } = useTranslation()
  const state = useResidentFilter()
  const { input, page, filtered, hrefFor } = state
  const list = trpc.home.alertHistory.useQuery(
    { ...input, page },
    {
      ...listOptions,
      refetchInterval: useLiveInterval(refetchMs),
      trpc: inBackground,
    },
  )
  const content = list.data?.content
  const chips = useFilterLabel(state.filter, userId)
  return (
    <Dialog
      open
      size="large"
      onClose={onClose}
      title={t('home.history')}
      footer={content && content.total > 0 && <PrintButton filter={input} chips={chips} />}
    >
      {content?.total === 0 && !filtered ? (
        <EmptyState title={messages.noHistory} description={t('home.noHistoryWhy')} />
      ) : (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
          <FilterCard state={state} userId={userId} findHelp={t('filter.findHistory')} />
          <ListFrame
            loading={t('historyList.loading')}
            failed={t('historyList.failed')}
            filtered={filtered}
            total={content?.total}
            query={list}
            page={page}
            hrefFor={hrefFor}
          >
            {content?.outgoingEvents.map((event) => (
              <HistoryItem key={event.id} event={event} />
            ))}
          </ListFrame>
        </div>
      )}
    </Dialog>
  )
}
