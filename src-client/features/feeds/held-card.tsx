import { Send } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '#client/components/ui/button.tsx'
import { Card } from '#client/components/ui/card.tsx'
import { LoadingOrFailed } from '#client/components/ui/loading-or-failed.tsx'
import { ask } from '#client/lib/dialogs/prompts.ts'
import { showToast } from '#client/lib/dialogs/toasts.ts'
import { trpc } from '#client/lib/api/trpc.ts'
import type { FeedCalls } from './feed-types.ts'

type Held = FeedCalls['held']['content'][number]

/** Notices that the flood guard holds, by reason, with Release. They cannot be discarded: every match is sent. */
export function HeldCard() {
  const { t } = useTranslation()
  const utils = trpc.useUtils()
  const held = trpc.feeds.held.useQuery(undefined, { staleTime: 0 })
  const release = trpc.feeds.releaseHeld.useMutation({
    onSuccess: ({ content }) => showToast(t('feeds.held.released', { count: content.released })),
    onSettled: () => utils.feeds.held.invalidate(),
  })
  const confirm = async ({ reason, notices }: Held) => {
    const yes = await ask({
      title: t('feeds.held.question', { count: notices }),
      detail: t('feeds.held.detail', { reason }),
      yes: t('feeds.held.yes'),
    })
    if (yes) release.mutate({ reason, notices })
  }
  const rows = held.data?.content
  return (
    <Card title={t('feeds.held.title')}>
      <p className="mb-3 max-w-prose text-sm text-muted-foreground">{t('feeds.held.help')}</p>
      {!rows && (
        <LoadingOrFailed query={held} loading={t('feeds.held.loading')} failed={t('feeds.held.failed')} lines={2} />
      )}
      {rows?.length === 0 && <p>{t('feeds.held.none')}</p>}
      {rows && rows.length > 0 && (
        <ul>
          {rows.map((row) => (
            <li
              key={row.reason}
              className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-border py-2.5 last:border-b-0"
            >
              <span>
                <b className="tabular-nums">{t('feeds.held.count', { count: row.notices })}</b>{' '}
                <span className="text-sm text-muted-foreground tabular-nums">
                  {t('feeds.held.since', { at: row.oldest })}
                </span>
                <span className="block">{row.reason}</span>
              </span>
              <Button
                variant="secondary"
                size="small"
                busy={release.isPending && release.variables.reason === row.reason && t('feeds.held.releasing')}
                onClick={() => void confirm(row)}
              >
                <Send aria-hidden />
                {t('feeds.held.release')}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
