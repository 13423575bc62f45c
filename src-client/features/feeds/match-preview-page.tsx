import { ArrowLeft } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { PageTitle } from '#client/components/layout/page-title.tsx'
import { Button } from '#client/components/ui/button.tsx'
import { Card } from '#client/components/ui/card.tsx'
import { LoadingOrFailed } from '#client/components/ui/loading-or-failed.tsx'
import { panelPath } from '#client/lib/navigation.ts'
import { submit } from '#client/lib/api/submit.ts'
import { trpc } from '#client/lib/api/trpc.ts'
import { usePagePart } from '#client/lib/use-page-param.ts'
import { useQueryPart } from '#client/lib/use-query-params.ts'
import type { FeedCalls } from './feed-types.ts'
import { ToldAlerts } from './notifiable-alerts.tsx'
import { WhoToldForm } from './match-preview-form.tsx'

type Question = { feedId: number; text: string }
type Answer = { question: Question; page: number; content: FeedCalls['wouldBeTold']['content'] }

/** Who would be told by a record, without storing or sending anything. */
export function WhoToldPage() {
  const { t } = useTranslation()
  const names = trpc.feeds.names.useQuery()
  const { change } = useQueryPart()
  const { page, hrefFor } = usePagePart('page')
  const [answer, setAnswer] = useState<Answer>()
  const { mutateAsync } = trpc.feeds.wouldBeTold.useMutation({ meta: { handled: true } })
  const feeds = names.data?.content

  const ask = async (question: Question, wanted: number) => {
    const { content } = await mutateAsync({ ...question, page: wanted })
    setAnswer({ question, page: wanted, content })
  }
  // The pager's links change the address, which does not hold the record.
  const turned = answer && answer.page !== page ? answer.question : undefined
  useEffect(() => {
    if (turned) void submit(() => ask(turned, page), { fields: [] })
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- asked once for each page that is turned to
  }, [turned, page])

  return (
    <>
      <PageTitle title={t('feeds.whoTold.title')} />
      <div className="-ms-3">
        <Button variant="quiet" size="small" asChild>
          <Link href={`${panelPath}/feeds`}>
            <ArrowLeft aria-hidden />
            {t('feeds.entry.back')}
          </Link>
        </Button>
      </div>
      <p className="max-w-prose">{t('feeds.whoTold.help')}</p>
      <Card className="max-w-form">
        {feeds && feeds.length > 0 && (
          <WhoToldForm
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
      {answer && <ToldAlerts answer={answer.content} page={answer.page} hrefFor={hrefFor} />}
    </>
  )
}
