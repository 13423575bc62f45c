import { RefreshCw } from 'lucide-react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#client/components/ui/button.tsx'
import { Card } from '#client/components/ui/card.tsx'
import { Disclosure } from '#client/components/ui/disclosure.tsx'
import { LoadingOrFailed } from '#client/components/ui/loading-or-failed.tsx'
import { trpc } from '#client/lib/api/trpc.ts'
import { focusHeading } from '#client/lib/focus.ts'
import { formatCount } from '#client/lib/format/count.ts'
import { FindingItem } from './finding-item.tsx'
import type { Findings, FeedDetail } from './finding-types.ts'
import { useFindingActions } from './use-finding-actions.ts'

/** A check takes a few seconds. */
const pendingMs = 2_000

/** What we found in a feed's records, with the setting that each finding suggests. */
export function FindingsCard({ feed, hasUnsaved }: { feed: FeedDetail; hasUnsaved: boolean }) {
  const { t } = useTranslation()
  const query = trpc.feeds.findings.useQuery(
    { feedId: feed.id },
    {
      staleTime: 0,
      refetchInterval: ({ state }) => (state.data?.content.state === 'pending' ? pendingMs : false),
    },
  )
  const section = useRef<HTMLDivElement>(null)
  const actions = useFindingActions(feed, { hasUnsaved, onStated: () => focusHeading(section.current) })
  const noticed = query.data?.content
  return (
    <div ref={section}>
      <Card title={t('feeds.noticed.title')}>
        <p className="mb-3 max-w-prose text-sm text-muted-foreground">{t('feeds.noticed.help')}</p>
        {noticed ? (
          <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
            <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
              <CheckLine noticed={noticed} />
              <Button
                variant="secondary"
                size="small"
                busy={actions.isAsking && t('feeds.noticed.asking')}
                onClick={actions.check}
              >
                <RefreshCw aria-hidden />
                {t('feeds.noticed.check')}
              </Button>
            </div>
            <Findings noticed={noticed} actions={actions} />
          </div>
        ) : (
          <LoadingOrFailed
            query={query}
            loading={t('feeds.noticed.loading')}
            failed={t('feeds.noticed.failed')}
            lines={2}
          />
        )}
      </Card>
    </div>
  )
}

/** The state of the last check, announced when it changes. */
function CheckLine({ noticed: { state, checked, records, findings, counts } }: { noticed: Findings }) {
  const { t } = useTranslation()
  const isEmpty = state === 'done' && records === 0
  return (
    <output className="grid gap-1">
      {isEmpty && <p>{t('feeds.noticed.empty')}</p>}
      {!isEmpty && (state !== 'done' || findings.length === 0) && <p>{t(`feeds.noticed.states.${state}`)}</p>}
      {checked && records > 0 && (
        <p className="text-sm text-muted-foreground tabular-nums">
          {t('feeds.noticed.checked', { at: checked, count: records, shown: formatCount(records) })}
        </p>
      )}
      {counts.map((count) => (
        <CountLine key={count.kind} count={count} />
      ))}
    </output>
  )
}

/** What we counted and staff need not decide. */
function CountLine({ count: { kind, count, of, samples } }: { count: Findings['counts'][number] }) {
  const { t } = useTranslation()
  const key = kind === 'unreadableNames' ? kind : 'parcelMask'
  return (
    <p className="text-sm text-muted-foreground tabular-nums">
      {t(`feeds.noticed.counts.${key}`, { count, shown: formatCount(count), of: formatCount(of) })}
      {samples.length > 0 && (
        <>
          : <span className="font-mono wrap-anywhere">{samples.join(', ')}</span>
        </>
      )}
    </p>
  )
}

function Findings({
  noticed: { findings },
  actions,
}: {
  noticed: Findings
  actions: ReturnType<typeof useFindingActions>
}) {
  const { t } = useTranslation()
  const show = (isDismissed: boolean) =>
    findings
      .filter(({ dismissed }) => dismissed === isDismissed)
      .map((finding) => (
        <FindingItem
          key={finding.kind}
          finding={finding}
          onState={(item) => void actions.state(item)}
          onDismiss={actions.dismiss}
          busy={actions.getBusy(finding)}
        />
      ))
  const [open, dismissed] = [show(false), show(true)]
  return (
    <>
      {open.length > 0 && <ul>{open}</ul>}
      {dismissed.length > 0 && (
        <Disclosure summary={t('feeds.noticed.showDismissed', { count: dismissed.length })}>
          <ul>{dismissed}</ul>
        </Disclosure>
      )}
    </>
  )
}
