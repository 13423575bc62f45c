import type { TFunction } from 'i18next'
import { CircleX, Clock, Eye, Plus, Users } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { PageTitle } from '#client/components/layout/page-title.tsx'
import type { Column } from '#client/components/list/data-table.tsx'
import { PagedTable } from '#client/components/list/paged-table.tsx'
import { Badge } from '#client/components/ui/badge.tsx'
import { Button } from '#client/components/ui/button.tsx'
import { useLiveQuery } from '#client/lib/api/live-query.ts'
import { trpc } from '#client/lib/api/trpc.ts'
import { formatCount } from '#client/lib/format/count.ts'
import { formatDuration } from '#client/lib/format/duration.ts'
import { receivedAfter } from '#client/lib/format/received-after.ts'
import { panelPath } from '#client/lib/navigation.ts'
import { usePageParam } from '#client/lib/use-page-param.ts'
import type { FeedCalls } from './feed-types.ts'
import { HeldCard } from './held-card.tsx'
import { QuarantineCard } from './quarantine-card.tsx'
import { WithheldCard } from './withheld-card.tsx'

type Feed = FeedCalls['list']['content']['feeds'][number]

const refetchMs = 15_000

function FeedName({ feed: { id, name, closed, keys, findings } }: { feed: Feed }) {
  const { t } = useTranslation()
  return (
    <span className="flex flex-wrap items-center gap-2">
      <Link href={`${panelPath}/feeds/${id}`} className="inline-flex min-h-10 items-center font-bold">
        {name}
      </Link>
      {closed && <Badge icon={CircleX}>{t('feeds.list.closed')}</Badge>}
      {!closed && keys === 0 && (
        <Badge tone="warning" icon={Clock}>
          {t('feeds.list.noKey')}
        </Badge>
      )}
      {findings > 0 && (
        <Badge tone="info" icon={Eye}>
          {t('feeds.list.noticed', { count: findings })}
        </Badge>
      )}
    </span>
  )
}

function getColumns(t: TFunction): Column<Feed>[] {
  return [
    {
      key: 'name',
      head: t('feeds.list.name'),
      cell: (feed) => <FeedName feed={feed} />,
    },
    {
      key: 'seen',
      head: t('feeds.list.seen'),
      cardLabel: true,
      className: 'tabular-nums',
      cell: ({ lastSeen, silenceSeconds }) =>
        silenceSeconds === null ? (
          t('feeds.list.never')
        ) : (
          <>
            {lastSeen}{' '}
            <span className="text-sm whitespace-nowrap text-muted-foreground">
              {t('feeds.list.ago', { time: formatDuration(silenceSeconds) })}
            </span>
          </>
        ),
    },
    {
      key: 'lag',
      head: t('feeds.received.after'),
      cardLabel: true,
      className: 'tabular-nums',
      cell: ({ lagSeconds }) => receivedAfter(t, lagSeconds),
    },
    {
      key: 'today',
      head: t('feeds.list.today'),
      cardLabel: true,
      className: 'tabular-nums',
      cell: ({ eventsToday }) => formatCount(eventsToday),
    },
    {
      key: 'keys',
      head: t('feeds.list.keys'),
      cardLabel: true,
      className: 'tabular-nums',
      cell: ({ keys }) => keys,
    },
    {
      key: 'quarantine',
      head: t('feeds.list.quarantine'),
      cardLabel: true,
      className: 'tabular-nums',
      cell: ({ quarantined }) => formatCount(quarantined),
    },
  ]
}

/** The county's feeds with their last activity, notices held for approval, and quarantined records. */
export function FeedsPage() {
  const { t } = useTranslation()
  const { page, hrefFor } = usePageParam('page')
  const list = trpc.feeds.list.useQuery({ page }, useLiveQuery(refetchMs))
  return (
    <>
      <PageTitle title={t('feeds.title')} />
      <p className="max-w-prose">{t('feeds.lead')}</p>
      <div className="flex flex-wrap gap-3">
        <Button asChild>
          <Link href={`${panelPath}/feeds/0`}>
            <Plus aria-hidden />
            {t('feeds.new')}
          </Link>
        </Button>
        <Button variant="secondary" asChild>
          <Link href={`${panelPath}/feedWhoTold`}>
            <Users aria-hidden />
            {t('feeds.told')}
          </Link>
        </Button>
      </div>
      <PagedTable
        loading={t('feeds.list.loading')}
        failed={t('feeds.list.failed')}
        // A county has one to three feeds.
        lines={4}
        columns={getColumns(t)}
        rows={list.data?.content.feeds}
        rowKey={({ id }) => id}
        total={list.data?.content.total}
        wide
        filtered={false}
        query={list}
        page={page}
        hrefFor={hrefFor}
      />
      <p className="max-w-prose text-sm text-muted-foreground">{t('feeds.received.help')}</p>
      <HeldCard title={t('feeds.held.title')} />
      <WithheldCard />
      <QuarantineCard />
    </>
  )
}
