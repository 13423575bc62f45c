import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'wouter'
import { PageTitle } from '#client/components/layout/page-title.tsx'
import { RecordLoading } from '#client/components/list/record-loading.tsx'
import { Card } from '#client/components/ui/card.tsx'
import { trpc } from '#client/lib/api/trpc.ts'
import { BackToFeeds } from './back-to-feeds.tsx'
import { FeedSettings } from './feed-settings.tsx'
import { FeedStatusCard } from './feed-status-card.tsx'
import { FindingsCard } from './findings/findings-card.tsx'
import { KeysCard } from './keys-card.tsx'
import { PostCard } from './post-details.tsx'

/** One feed: its settings, its keys, and whether it is open. Id 0 creates one. */
export function FeedPage() {
  const { t } = useTranslation()
  const id = Number(useParams<{ id: string }>().id)
  const isNew = id === 0
  const [hasUnsaved, setHasUnsaved] = useState(false)
  const show = trpc.feeds.get.useQuery({ id }, { enabled: !isNew, staleTime: 0, gcTime: 0, meta: { handled: true } })
  const feed = isNew ? undefined : show.data?.content
  const missing = show.isError && !feed
  const title = isNew ? t('feeds.entry.newTitle') : t('feeds.entry.title', { name: feed?.name ?? '…' })
  return (
    <>
      <PageTitle key={id} title={missing ? t('feeds.entry.unknown') : title} />
      <BackToFeeds />
      {isNew || feed ? (
        <>
          {feed && !feed.closed && <FindingsCard feed={feed} hasUnsaved={hasUnsaved} />}
          {feed && !feed.closed && <KeysCard feedId={feed.id} />}
          {feed && !feed.closed && <PostCard />}
          <FeedSettings key={feed ? `${feed.id} ${feed.version}` : 'new'} feed={feed} onDirty={setHasUnsaved} />
          {feed && <FeedStatusCard feed={feed} />}
        </>
      ) : (
        <Card>
          <RecordLoading query={show} loading={t('feeds.entry.loading')} lines={12} />
        </Card>
      )}
    </>
  )
}
