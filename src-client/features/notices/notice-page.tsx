import { useTranslation } from 'react-i18next'
import { Link, useParams, useSearch } from 'wouter'
import { PageTitle } from '#client/components/layout/page-title.tsx'
import { ResidentPage } from '#client/components/layout/resident-page.tsx'
import { Banner } from '#client/components/ui/banner.tsx'
import { Button } from '#client/components/ui/button.tsx'
import { Card } from '#client/components/ui/card.tsx'
import { messageOf } from '#client/lib/errors.ts'
import { homePath } from '#client/lib/navigation.ts'
import { useStartContent } from '#client/lib/start-content.ts'
import { trpc } from '#client/lib/trpc.ts'
import { Answered } from './answered.tsx'
import { AnswerButtons } from './answer-buttons.tsx'
import { LinkLoader, ofLink } from './link-loader.tsx'
import { NoticeLoader, noticeLines } from './notice-loader.tsx'
import { chosenAnswer, type NoticeView, saidAnswer } from './notice-view.ts'
import { RecordFacts, WhyTold } from './record-facts.tsx'

function Notice({ token, notice }: { token: string; notice: NoticeView }) {
  const { t } = useTranslation()
  const utils = trpc.useUtils()
  const start = useStartContent()
  const chosen = chosenAnswer(useSearch())
  const said = saidAnswer(notice, chosen)
  const options = {
    meta: { handled: true },
    onSuccess: (reply: { content: NoticeView }) => {
      // The pages of the record's other messages say it too.
      void utils.notices.show.invalidate(undefined, { refetchType: 'none' })
      utils.notices.show.setData({ token }, reply)
      // And so does the history, to which many go back from here.
      void utils.home.invalidate(undefined, { refetchType: 'none' })
    },
  }
  const answer = trpc.notices.answer.useMutation(options)
  const undo = trpc.notices.undoAnswer.useMutation({
    ...options,
    onSuccess: (reply) => {
      options.onSuccess(reply)
      // The button that was pressed is gone.
      document.getElementById('main')?.focus({ preventScroll: true })
    },
  })
  const problem = answer.error ?? undo.error
  const busy = answer.isPending || undo.isPending

  const saying = notice.documentIdentifier !== '' && (
    <>
      {problem && <Banner tone="danger">{messageOf(problem)}</Banner>}
      {said ? (
        <Answered
          notice={notice}
          answer={said}
          given={answer.isSuccess}
          county={start?.county ?? ''}
          phone={start?.contactPhone ?? ''}
          undoing={undo.isPending}
          onUndo={() => !busy && undo.mutate({ token })}
        />
      ) : (
        <Card title={chosen ? t('notice.chosen', { answer: t(`notice.answers.${chosen}`) }) : t('notice.ask')}>
          <AnswerButtons
            chosen={chosen}
            pending={answer.isPending ? answer.variables.answer : undefined}
            onAnswer={(given) => !busy && answer.mutate({ token, answer: given })}
          />
        </Card>
      )}
    </>
  )

  return (
    <ResidentPage>
      <PageTitle title={t('notice.title', { count: Math.max(notice.alerts.length, 1) })} />
      {/* Who answered in the message finds that answer first, without reading down the page. */}
      {chosen && saying}
      <RecordFacts notice={notice} />
      <WhyTold notice={notice} />
      {!chosen && saying}
      <div>
        <Button variant="secondary" asChild>
          <Link href={homePath}>{t('confirm.toAlerts')}</Link>
        </Button>
      </div>
      <p className="max-w-prose text-sm text-muted-foreground">{t('notice.note')}</p>
    </ResidentPage>
  )
}

/** /notice/{token}: what a message told, and the reader's answer to it. Opening it changes nothing. */
export function NoticePage() {
  const { token = '' } = useParams()
  return <NoticeOf token={token} />
}

/** /home/notice/{id}: the same, from the history of the reader who is signed in. */
export function OwnNoticePage() {
  const { id } = useParams()
  const own = trpc.notices.own.useQuery({ id: Number(id) }, ofLink)
  return (
    <LinkLoader query={own} lines={noticeLines}>
      {({ token }) => <NoticeOf token={token} />}
    </LinkLoader>
  )
}

function NoticeOf({ token }: { token: string }) {
  return <NoticeLoader token={token}>{(notice) => <Notice token={token} notice={notice} />}</NoticeLoader>
}
