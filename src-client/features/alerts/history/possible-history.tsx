import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '#client/components/ui/dialog.tsx'
import { EmptyState } from '#client/components/ui/empty-state.tsx'
import {
  PossibleMatchItem,
  toMatchKey,
  useShownMatches,
  WeeklyStopped,
} from '#client/features/possible-matches/public.ts'
import { inBackground } from '#client/lib/api/client.ts'
import { useLiveInterval } from '#client/lib/api/live-query.ts'
import { listOptions, trpc } from '#client/lib/api/trpc.ts'
import { usePageParam } from '#client/lib/use-page-param.ts'
import type { PossibleMatchView } from '#shared/contract/possible-match.ts'
import { ListFrame } from '../list/list-frame.tsx'

const refetchMs = 10_000

function Matches({ matches }: { matches: readonly PossibleMatchView[] }) {
  const { shown, onChanged } = useShownMatches(matches)
  return shown.map((match) => <PossibleMatchItem key={toMatchKey(match)} match={match} onChanged={onChanged} />)
}

/** Every record that may be about the reader, with the answers. */
export function PossibleHistory({ lists, onClose }: { lists: ReactNode; onClose: () => void }) {
  const { t } = useTranslation()
  const { page, hrefFor } = usePageParam('page')
  const list = trpc.home.possibleMatches.useQuery(
    { page },
    { ...listOptions, refetchInterval: useLiveInterval(refetchMs), trpc: inBackground },
  )
  const content = list.data?.content
  return (
    <Dialog open size="large" onClose={onClose} title={t('home.history')}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        {lists}
        <WeeklyStopped />
        {content?.total === 0 ? (
          <EmptyState title={t('possible.none')} description={t('possible.noneWhy')} />
        ) : (
          <>
            <p>{t('possible.lead')}</p>
            <ListFrame
              loading={t('possible.loading')}
              failed={t('possible.failed')}
              filtered={false}
              total={content?.total}
              query={list}
              page={page}
              hrefFor={hrefFor}
              listClassName="grid divide-y divide-border"
            >
              {content && <Matches key={page} matches={content.matches} />}
            </ListFrame>
          </>
        )}
      </div>
    </Dialog>
  )
}
