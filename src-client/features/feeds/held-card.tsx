import { useTranslation } from 'react-i18next'
import { Card } from '#client/components/ui/card.tsx'
import { LoadingOrFailed } from '#client/components/ui/loading-or-failed.tsx'
import { trpc } from '#client/lib/api/trpc.ts'
import { HeldButtons } from './held-buttons.tsx'
import { HeldRecords } from './held-records.tsx'
import { type HeldDecisions, type HeldNotices, useHeldDecisions } from './use-held-decisions.ts'

type Group = HeldNotices & { key: string; shown: string; oldest: string }
type GroupsProps = { title: string; groups: readonly Group[]; decisions: HeldDecisions }

function Groups({ title, groups, decisions }: GroupsProps) {
  const { t } = useTranslation()
  return (
    <section>
      <h3 className="font-semibold">{title}</h3>
      <ul>
        {groups.map(({ key, shown, oldest, ...held }) => (
          <li
            key={key}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-border py-2.5 last:border-b-0"
          >
            <span className="min-w-0">
              <b className="tabular-nums">{t('feeds.held.count', { count: held.notices })}</b>{' '}
              <span className="text-sm text-muted-foreground tabular-nums">
                {t('feeds.held.since', { at: oldest })}
              </span>
              <span className="block wrap-anywhere">{shown}</span>
            </span>
            <HeldButtons held={held} decisions={decisions} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Notices that the flood guard holds: by reason, by feed and by record, each with Release and Discard. */
export function HeldCard({ title }: { title: string }) {
  const { t } = useTranslation()
  const held = trpc.feeds.held.useQuery(undefined, { staleTime: 0 })
  const reasons = held.data?.content
  const feeds = trpc.feeds.heldByFeed.useQuery(undefined, { staleTime: 0, enabled: (reasons?.length ?? 0) > 0 })
  const decisions = useHeldDecisions()
  return (
    <section aria-labelledby="held" className="grid gap-3">
      <div>
        <h2 id="held">{title}</h2>
        <p className="max-w-prose text-sm text-muted-foreground">{t('feeds.held.help')}</p>
      </div>
      <Card>
        {!reasons && (
          <LoadingOrFailed query={held} loading={t('feeds.held.loading')} failed={t('feeds.held.failed')} lines={2} />
        )}
        {reasons?.length === 0 && <p>{t('feeds.held.none')}</p>}
        {reasons && reasons.length > 0 && (
          <div className="grid gap-x-10 gap-y-5 lg:grid-cols-2">
            <Groups
              title={t('feeds.held.byReason')}
              groups={reasons.map(({ reason, ...group }) => ({
                ...group,
                key: reason,
                shown: reason,
                name: reason,
                which: { reason },
              }))}
              decisions={decisions}
            />
            <Groups
              title={t('feeds.held.byFeed')}
              groups={(feeds.data?.content ?? []).map(({ feedId, name, ...group }) => ({
                ...group,
                key: String(feedId),
                shown: name,
                name: t('feeds.held.of.feed', { name }),
                which: { feedId },
              }))}
              decisions={decisions}
            />
          </div>
        )}
      </Card>
      {reasons && reasons.length > 0 && <HeldRecords decisions={decisions} />}
    </section>
  )
}
