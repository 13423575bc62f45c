import { keepPreviousData } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { Send } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Column } from '#client/components/list/data-table.tsx'
import { PagedTable } from '#client/components/list/paged-table.tsx'
import { Button } from '#client/components/ui/button.tsx'
import { UnbrokenIds } from '#client/components/ui/unbroken-ids.tsx'
import { ask } from '#client/lib/dialogs/prompts.ts'
import { showToast } from '#client/lib/dialogs/toasts.ts'
import { trpc } from '#client/lib/api/trpc.ts'
import { usePageParam } from '#client/lib/use-page-param.ts'
import type { FeedCalls } from './feed-types.ts'

type Match = FeedCalls['withheld']['content']['matches'][number]

const ownerName = (t: TFunction, { owner }: Match): string => owner?.username ?? t('alertAdmin.alerts.migrated')

function useRelease() {
  const { t } = useTranslation()
  const utils = trpc.useUtils()
  const release = trpc.feeds.releaseWithheld.useMutation({
    onSuccess: () => showToast(t('feeds.withheld.released')),
    onSettled: () => utils.feeds.withheld.invalidate(),
  })
  const confirm = async (match: Match) => {
    const yes = await ask({
      title: t('feeds.withheld.question', { owner: ownerName(t, match), id: match.documentId }),
      detail: t('feeds.withheld.detail'),
      yes: t('feeds.withheld.yes'),
    })
    if (yes) release.mutate({ eventId: match.eventId, alertId: match.alertId })
  }
  const isReleasing = ({ eventId, alertId }: Match) =>
    release.isPending && release.variables.eventId === eventId && release.variables.alertId === alertId
  return { confirm, isReleasing }
}

function getColumns(t: TFunction, { confirm, isReleasing }: ReturnType<typeof useRelease>): Column<Match>[] {
  return [
    {
      key: 'document',
      head: t('feeds.withheld.document'),
      cell: ({ documentId, documentType }) => (
        <>
          <b>
            <UnbrokenIds>{documentId}</UnbrokenIds>
          </b>
          <span className="block text-sm text-muted-foreground">{documentType}</span>
        </>
      ),
    },
    {
      key: 'recorded',
      head: t('feeds.withheld.recorded'),
      cardLabel: true,
      className: 'tabular-nums',
      cell: ({ recorded }) => recorded,
    },
    {
      key: 'owner',
      head: t('feeds.withheld.owner'),
      cardLabel: true,
      cell: (match) => ownerName(t, match),
    },
    {
      key: 'actions',
      head: t('list.actions'),
      cell: (match) => (
        <Button
          variant="secondary"
          size="small"
          aria-label={t('feeds.withheld.releaseOne', { id: match.documentId, owner: ownerName(t, match) })}
          busy={isReleasing(match) && t('feeds.withheld.releasing')}
          onClick={() => void confirm(match)}
        >
          <Send aria-hidden />
          {t('feeds.withheld.release')}
        </Button>
      ),
    },
  ]
}

/** Matches of name and business alerts with restricted records, each with Release; nothing where there are none. */
export function WithheldCard() {
  const { t } = useTranslation()
  const { page, hrefFor } = usePageParam('withheldPage')
  const list = trpc.feeds.withheld.useQuery({ page }, { placeholderData: keepPreviousData, staleTime: 0 })
  const release = useRelease()
  const { matches, total } = list.data?.content ?? {}
  if (total === 0 || list.isLoading) return null
  return (
    <section aria-labelledby="withheld" className="grid gap-3">
      <div>
        <h2 id="withheld">{t('feeds.withheld.title')}</h2>
        <p className="max-w-prose text-sm text-muted-foreground">{t('feeds.withheld.help')}</p>
      </div>
      <PagedTable
        loading={t('feeds.withheld.loading')}
        failed={t('feeds.withheld.failed')}
        columns={getColumns(t, release)}
        rows={matches}
        rowKey={({ eventId, alertId }) => `${eventId} ${alertId}`}
        total={total}
        filtered={false}
        query={list}
        page={page}
        hrefFor={hrefFor}
      />
    </section>
  )
}
