import { Play } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '#client/components/ui/button.tsx'
import { Card } from '#client/components/ui/card.tsx'
import { trpc } from '#client/lib/api/trpc.ts'
import { ask } from '#client/lib/dialogs/prompts.ts'
import { showToast } from '#client/lib/dialogs/toasts.ts'
import { formatCount } from '#client/lib/format/count.ts'
import { RestoreForm } from './restore-form.tsx'
import { type Monitoring, useRestore } from './use-monitoring.ts'

type Restore = NonNullable<Monitoring['restore']['content']>

/**
 * After a restore: why delivery is paused, what may be sent twice, what to do first, and the button that resumes it.
 */
export function RestoreCard() {
  const { t } = useTranslation()
  const restore = useRestore().data?.content
  if (!restore?.paused) return null
  return (
    <Card title={t('restore.title')} footer={<ReleaseButton restore={restore} />}>
      <div className="grid gap-4">
        {/* Not a banner: the health banner just above already says that alerts are paused. */}
        <div className="max-w-prose">
          <p className="font-bold">{t('restore.paused', restore)}</p>
          <p>
            {t(`restore.by.${restore.noticedBy}`)} {t('restore.pausedSince', { at: restore.noticedAt })}
          </p>
        </div>
        <Counts restore={restore} />
        <Checks restore={restore} />
        <details>
          <summary className="cursor-pointer font-semibold text-link">{t('restore.earlier')}</summary>
          <div className="mt-3">
            <RestoreForm paused />
          </div>
        </details>
      </div>
    </Card>
  )
}

function Counts({ restore: { waiting, held, sessionsEnded, resetLinksEnded } }: { restore: Restore }) {
  const { t } = useTranslation()
  const rows = [
    ['inDoubt', waiting.inDoubt],
    ['new', waiting.new],
    ['held', held],
    ['ended', sessionsEnded],
  ] as const
  return (
    <dl className="grid gap-3 sm:grid-cols-2">
      {rows.map(([key, value]) => (
        <div key={key} className="grid grid-cols-[minmax(3.5rem,auto)_minmax(0,1fr)] gap-x-3">
          <dt className="col-start-2 font-semibold">
            {t(`restore.counts.${key}`)}
            <span className="block text-sm font-normal text-muted-foreground">
              {t(`restore.counts.${key}Help`, { count: resetLinksEnded })}
            </span>
          </dt>
          <dd className="col-start-1 row-start-1 text-xl font-bold tabular-nums">{formatCount(value)}</dd>
        </div>
      ))}
    </dl>
  )
}

function Checks({ restore: { backupAt, noticedAt, feeds } }: { restore: Restore }) {
  const { t } = useTranslation()
  return (
    <div className="grid gap-2">
      <h3>{t('restore.checks')}</h3>
      <ol className="grid max-w-prose list-decimal gap-2 ps-6">
        <li>
          {t('restore.records', { from: backupAt, to: noticedAt })}
          <ul className="list-disc ps-5">
            {feeds.map(({ id, name, lastReceivedAt, lastDocumentId }) => (
              <li key={id} className="break-words">
                {lastReceivedAt
                  ? t('restore.feed', { name, at: lastReceivedAt, document: lastDocumentId })
                  : t('restore.emptyFeed', { name })}
              </li>
            ))}
          </ul>
        </li>
        <li>{t('restore.stops', { from: backupAt })}</li>
        <li>{t('restore.accounts', { from: backupAt })}</li>
      </ol>
    </div>
  )
}

function ReleaseButton({ restore }: { restore: Restore }) {
  const { t } = useTranslation()
  const utils = trpc.useUtils()
  const release = trpc.monitoring.releaseDelivery.useMutation({
    onSuccess: () => showToast(t('restore.released')),
    onSettled: () => utils.monitoring.invalidate(),
  })
  const askFirst = async () => {
    const { inDoubt, new: added } = restore.waiting
    const sure = await ask({
      title: t('restore.question'),
      detail: t('restore.detail', { inDoubt: formatCount(inDoubt), added: formatCount(added) }),
      yes: t('restore.yes'),
    })
    if (sure) release.mutate({ id: restore.id })
  }
  return (
    <Button busy={release.isPending && t('restore.releasing')} onClick={() => void askFirst()}>
      <Play aria-hidden />
      {t('restore.release')}
    </Button>
  )
}
