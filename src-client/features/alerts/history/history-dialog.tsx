import { useEffect, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '#client/components/ui/dialog.tsx'
import { EmptyState } from '#client/components/ui/empty-state.tsx'
import { inBackground } from '#client/lib/api/client.ts'
import { useLiveInterval } from '#client/lib/api/live-query.ts'
import { listOptions, trpc } from '#client/lib/api/trpc.ts'
import { messages } from '#shared/contract/messages.ts'
import { FilterCard } from '../list/filter-card.tsx'
import { ListFrame } from '../list/list-frame.tsx'
import { useResidentFilter } from '../list/use-resident-filter.ts'
import { HistoryLists } from './history-lists.tsx'
import { PossibleHistory } from './possible-history.tsx'
import { PrintButton } from './print-button.tsx'
import { RecordItems } from './record-item.tsx'
import { useFilterLabel } from './use-filter-label.ts'

const refetchMs = 10_000

/**
 * Keeps later pages as they were when the first was loaded: otherwise a record that arrives meanwhile would show
 * another record twice. Another filter starts over.
 */
function useFixedPages(page: number, filter: string) {
  const [fixed, setFixed] = useState({ filter, lastRowId: undefined as number | undefined })
  const lastRowId = page > 1 && fixed.filter === filter ? fixed.lastRowId : undefined
  const fix = (newest: number | undefined) => setFixed({ filter, lastRowId: newest })
  return { lastRowId, fix }
}

type HistoryProps = { userId: number; lists: ReactNode; onClose: () => void }

/** Every record that we notified the reader about, with filters and a pager. */
function NotifiedHistory({ userId, lists, onClose }: HistoryProps) {
  const { t } = useTranslation()
  const state = useResidentFilter()
  const { input, page, filtered, hrefFor } = state
  const { lastRowId, fix } = useFixedPages(page, JSON.stringify(input))
  const list = trpc.home.historyByRecord.useQuery(
    { ...input, page, lastRowId },
    {
      ...listOptions,
      refetchInterval: useLiveInterval(refetchMs),
      trpc: inBackground,
    },
  )
  const content = list.data?.content
  const newest = page === 1 && !list.isPlaceholderData ? content?.lastRowId : undefined
  useEffect(() => {
    if (newest !== undefined) fix(newest)
    // oxlint-disable-next-line react/exhaustive-deps -- only the answer of the first page counts
  }, [newest])
  const chips = useFilterLabel(state.filter, userId)
  return (
    <Dialog
      open
      size="large"
      onClose={onClose}
      title={t('home.history')}
      footer={content && content.total > 0 && <PrintButton filter={input} chips={chips} />}
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        {lists}
        {content?.total === 0 && !filtered ? (
          <EmptyState title={messages.noHistory} description={t('home.noHistoryWhy')} />
        ) : (
          <>
            <FilterCard state={state} userId={userId} findHelp={t('filter.findHistory')} total={content?.total} />
            <ListFrame
              loading={t('historyList.loading')}
              failed={t('historyList.failed')}
              filtered={filtered}
              total={content?.total}
              query={list}
              page={page}
              hrefFor={hrefFor}
              listClassName="grid divide-y divide-border"
            >
              {content && <RecordItems records={content.records} />}
            </ListFrame>
          </>
        )}
      </div>
    </Dialog>
  )
}

type HistoryDialogProps = { userId: number; list: 'history' | 'possible'; onClose: () => void }

/** Alert History: the records that matched, and those that may be about the reader. */
export function HistoryDialog({ userId, list, onClose }: HistoryDialogProps) {
  const lists = <HistoryLists shown={list} />
  return list === 'possible' ? (
    <PossibleHistory lists={lists} onClose={onClose} />
  ) : (
    <NotifiedHistory userId={userId} lists={lists} onClose={onClose} />
  )
}
