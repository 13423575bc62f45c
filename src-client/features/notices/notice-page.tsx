import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useParams, useSearch } from 'wouter'
import type { NoticeAnswer } from '#shared/contract/alert.ts'
import { PageTitle } from '#client/components/layout/page-title.tsx'
import { ResidentPage } from '#client/components/layout/resident-page.tsx'
import { Banner } from '#client/components/ui/banner.tsx'
import { Button } from '#client/components/ui/button.tsx'
import { messageOf } from '#client/lib/api/errors.ts'
import { homePath } from '#client/lib/navigation.ts'
import { useStartContent } from '#client/lib/api/start-content.ts'
import { trpc } from '#client/lib/api/trpc.ts'
import { Answered } from './answer-result.tsx'
import { AnswerButtons } from './answer-buttons.tsx'
import { AskCard } from './question-card.tsx'
import { LinkLoader, ofLink } from './link-loader.tsx'
import { NoticeLoader, noticeLines } from './notice-loader.tsx'
import { chosenAnswer, type NoticeView, saidAnswer } from './notice-view.ts'
import { ParcelQuestion } from './parcel-question.tsx'
import { RecordFacts, WhyTold } from './record-details.tsx'

/** The two acts of the page; what they answer is shown at once. */
function useAnswers(token: string, onUndone: () => void) {
  const utils = trpc.useUtils()
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
  // A refusal may be of what the page does not know yet: a parcel that has matched meanwhile.
  const onError = () => void utils.notices.show.invalidate({ token })
  const answer = trpc.notices.answer.useMutation({ ...options, onError })
  const undo = trpc.notices.undoAnswer.useMutation({
    ...options,
    onSuccess: (reply) => {
      options.onSuccess(reply)
      onUndone()
      // The button that was pressed is gone.
      document.getElementById('main')?.focus({ preventScroll: true })
    },
  })
  const busy = answer.isPending || undo.isPending
  return {
    problem: answer.error ?? undo.error,
    pending: answer.isPending ? answer.variables.answer : undefined,
    answered: answer.isSuccess,
    undoing: undo.isPending,
    give: (given: NoticeAnswer, notMyParcel = false) => busy || answer.mutate({ token, answer: given, notMyParcel }),
    undo: () => !busy && undo.mutate({ token }),
  }
}

/** The question about the record, or what was answered to it. */
function Saying({ token, notice }: { token: string; notice: NoticeView }) {
  const { t } = useTranslation()
  const start = useStartContent()
  const chosen = chosenAnswer(useSearch())
  const said = saidAnswer(notice, chosen)
  // Null until something is pressed here: then it is as chosen in the message.
  const [notMe, setNotMe] = useState<boolean | null>(null)
  const { problem, pending, answered, undoing, give, undo } = useAnswers(token, () => setNotMe(null))
  const phone = start?.contactPhone ?? ''
  const question = (notMe ?? chosen === 'not-me') ? notice.parcelQuestion : null
  return (
    <>
      {problem && <Banner tone="danger">{messageOf(problem)}</Banner>}
      {said ? (
        <Answered
          notice={notice}
          answer={said}
          chosen={chosen}
          given={answered}
          county={start?.county ?? ''}
          phone={phone}
          undoing={undoing}
          onUndo={undo}
        />
      ) : question ? (
        <AskCard
          key="parcel"
          notice={notice}
          title={t('notice.parcelQuestion.title')}
          focused={notMe === true}
          phone={phone}
        >
          <ParcelQuestion
            question={question}
            pending={pending === 'expected' ? undefined : pending}
            onMine={() => give('wrong')}
            onNotMine={() => give('not-me', true)}
            onBack={() => setNotMe(false)}
          />
        </AskCard>
      ) : (
        <AskCard
          key="answers"
          notice={notice}
          title={chosen ? t('notice.chosen', { answer: t(`notice.answers.${chosen}`) }) : t('notice.ask')}
          focused={notMe === false}
          phone={phone}
        >
          <AnswerButtons
            chosen={chosen}
            pending={pending}
            onAnswer={(given) => (given === 'not-me' && notice.parcelQuestion ? setNotMe(true) : give(given))}
          />
        </AskCard>
      )}
    </>
  )
}

function Notice({ token, notice }: { token: string; notice: NoticeView }) {
  const { t } = useTranslation()
  return (
    <ResidentPage narrow className="max-sm:gap-4 max-sm:pt-4">
      <PageTitle title={t('notice.title', { count: Math.max(notice.alerts.length, 1) })} />
      {notice.documentIdentifier !== '' && <Saying token={token} notice={notice} />}
      <RecordFacts notice={notice} />
      <WhyTold notice={notice} />
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
