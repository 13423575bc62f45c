import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PageTitle } from '#client/components/layout/page-title.tsx'
import { Card } from '#client/components/ui/card.tsx'
import { LoadingOrFailed } from '#client/components/ui/loading-or-failed.tsx'
import { submit } from '#client/lib/api/submit.ts'
import { trpc } from '#client/lib/api/trpc.ts'
import { usePageParam } from '#client/lib/use-page-param.ts'
import { useQueryParams } from '#client/lib/use-query-params.ts'
import { BackToFeeds } from './back-to-feeds.tsx'
import type { FeedCalls } from './feed-types.ts'
import { MatchPreviewForm } from './match-preview-form.tsx'
import { NotifiableAlerts } from './notifiable-alerts.tsx'

type Question = { feedId: number; text: string }
type Answer = { question: Question; page: number; content: FeedCalls['wouldBeTold']['content'] }

/** Shows who would be notified about a record. Nothing is stored or sent. */
export function MatchPreviewPage() {
  const { t } = useTranslation()
  const names = trpc.feeds.names.useQuery()
  const { change } = useQueryParams()
  const { page, hrefFor } = usePageParam('page')
  const [answer, setAnswer] = useState<Answer>()
  const { mutateAsync } = trpc.feeds.wouldBeTold.useMutation({ meta: { handled: true } })
  const feeds = names.data?.content

  const ask = async (question: Question, wanted: number) => {
    const { content } = await mutateAsync({ ...question, page: wanted })
    setAnswer({ question, page: wanted, content })
  }
  // The pager changes only the address, which does not hold the record.
  const turned = answer && answer.page !== page ? answer.question : undefined
  useEffect(() => {
    if (turned) void submit(() => ask(turned, page), { fields: [], inForm: false })
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- runs once for each page of the pager
  }, [turned, page])

  return (
    <>
      <PageTitle title={t('feeds.whoTold.title')} />
      <BackToFeeds />
      <p className="max-w-prose">{t('feeds.whoTold.help')}</p>
      <Card className="max-w-form">
        {feeds && feeds.length > 0 && (
          <MatchPreviewForm
            feeds={feeds}
            onAsk={async (question) => {
              await ask(question, 1)
              if (page !== 1) change({ page: '' }, { replace: true })
            }}
          />
        )}
        {feeds?.length === 0 && <p>{t('feeds.whoTold.noFeed')}</p>}
        {!feeds && (
          <LoadingOrFailed query={names} loading={t('feeds.list.loading')} failed={t('feeds.list.failed')} lines={6} />
        )}
      </Card>
      {answer && <NotifiableAlerts answer={answer.content} page={answer.page} hrefFor={hrefFor} />}
    </>
  )
}
