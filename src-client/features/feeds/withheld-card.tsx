import { keepPreviousData } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { Send, Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Column } from '#client/components/list/data-table.tsx'
import { PagedTable } from '#client/components/list/paged-table.tsx'
import { Button } from '#client/components/ui/button.tsx'
import { UnbrokenIds } from '#client/components/ui/unbroken-ids.tsx'
import { trpc } from '#client/lib/api/trpc.ts'
import { ask } from '#client/lib/dialogs/prompts.ts'
import { showToast } from '#client/lib/dialogs/toasts.ts'
import { usePageParam } from '#client/lib/use-page-param.ts'
import type { FeedCalls } from './feed-types.ts'

type Match = FeedCalls['withheld']['content']['matches'][number]

const ownerName = (t: TFunction, { owner }: Match): string => owner?.username ?? t('alertAdmin.alerts.migrated')

type Decision = 'release' | 'discard'

/** Release and Discard, after a question that names the owner and the record. */
function useDecisions() {
  const { t } = useTranslation()
  const utils = trpc.useUtils()
  const onSettled = () => Promise.all([utils.feeds.withheld.invalidate(), utils.feeds.waitingCount.invalidate()])
  const calls = {
    release: trpc.feeds.releaseWithheld.useMutation({
      onSuccess: () => showToast(t('feeds.withheld.released')),
      onSettled,
    }),
    discard: trpc.feeds.discardWithheld.useMutation({
      onSuccess: () => showToast(t('feeds.withheld.discarded')),
      onSettled,
    }),
  }
  const decide = async (decision: Decision, match: Match) => {
    const names = { owner: ownerName(t, match), id: match.documentId }
    const yes = await ask({
      title: t(`feeds.withheld.${decision}Question`, names),
      detail: t(`feeds.withheld.${decision}Detail`, names),
      yes: t(`feeds.withheld.${decision}Yes`),
      destructive: decision === 'discard',
    })
    if (yes) calls[decision].mutate({ eventId: match.eventId, alertId: match.alertId })
  }
  const isBusy = (decision: Decision, { eventId, alertId }: Match) => {
    const { isPending, variables } = calls[decision]
    return isPending && variables.eventId === eventId && variables.alertId === alertId
  }
  return { decide, isBusy }
}
type Decisions = ReturnType<typeof useDecisions>

function DecisionButtons({ match, decisions: { decide, isBusy } }: { match: Match; decisions: Decisions }) {
  const { t } = useTranslation()
  const names = { id: match.documentId, owner: ownerName(t, match) }
  return (
    <span className="flex flex-wrap gap-1">
      <Button
        variant="secondary"
        size="small"
        aria-label={t('feeds.withheld.releaseOne', names)}
        busy={isBusy('release', match) && t('feeds.withheld.releasing')}
        onClick={() => void decide('release', match)}
      >
        <Send aria-hidden />
        {t('feeds.withheld.release')}
      </Button>
      <Button
        variant="dangerQuiet"
        size="small"
        aria-label={t('feeds.withheld.discardOne', names)}
        busy={isBusy('discard', match) && t('feeds.withheld.discarding')}
        onClick={() => void decide('discard', match)}
      >
        <Trash2 aria-hidden />
        {t('feeds.withheld.discard')}
      </Button>
    </span>
  )
}

function getColumns(t: TFunction, decisions: Decisions): Column<Match>[] {
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
      headHidden: true,
      cell: (match) => <DecisionButtons match={match} decisions={decisions} />,
    },
  ]
}

/**
 * Matches of name and business alerts with restricted records, each with Release and Discard; nothing if there are
 * none.
 */
export function WithheldCard() {
  const { t } = useTranslation()
  const { page, hrefFor } = usePageParam('withheldPage')
  const list = trpc.feeds.withheld.useQuery({ page }, { placeholderData: keepPreviousData, staleTime: 0 })
  const decisions = useDecisions()
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
        columns={getColumns(t, decisions)}
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
