import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Card } from '#client/components/ui/card.tsx'
import { EmptyState } from '#client/components/ui/empty-state.tsx'
import { LoadingOrFailed } from '#client/components/ui/loading-or-failed.tsx'
import { useLiveQuery } from '#client/lib/api/live-query.ts'
import { trpc } from '#client/lib/api/trpc.ts'
import { AnswerShareTable } from './answer-share-table.tsx'

/** It counts the answers of a year, so less often than the figures. */
const refetchMs = 60_000

/**
 * Which answers to matches were 'This is not about me', by why the record matched, how surely, and how common the alert's
 * name is: what to explain, to change in a feed, or to propose for the marks.
 */
export function AnswersCard() {
  const { t } = useTranslation()
  const heading = useId()
  const query = trpc.monitoring.answers.useQuery(undefined, useLiveQuery(refetchMs))
  const shares = query.data?.content
  return (
    <Card title={<span id={heading}>{t('monitoring.answers.title')}</span>} className="lg:col-span-2">
      {!shares ? (
        <LoadingOrFailed query={query} loading={t('monitoring.loading')} failed={t('monitoring.failed')} lines={4} />
      ) : shares.groups.length === 0 ? (
        <EmptyState title={t('monitoring.answers.empty')} />
      ) : (
        <AnswerShareTable shares={shares} labelledBy={heading} />
      )}
    </Card>
  )
}
