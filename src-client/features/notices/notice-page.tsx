import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useParams, useSearch } from 'wouter'
import type { NoticeAnswer } from '#shared/contract/outgoing-event.ts'
import { PageTitle } from '#client/components/layout/page-title.tsx'
import { ResidentPage } from '#client/components/layout/resident-page.tsx'
import { Banner } from '#client/components/ui/banner.tsx'
import { Button } from '#client/components/ui/button.tsx'
import { Card } from '#client/components/ui/card.tsx'
import { getErrorMessage } from '#client/lib/api/errors.ts'
import { homePath } from '#client/lib/navigation.ts'
import { useStartContent } from '#client/lib/api/start-content.ts'
import { trpc } from '#client/lib/api/trpc.ts'
import { AnswerResult } from './answer-result.tsx'
import { AnswerButtons } from './answer-buttons.tsx'
import { QuestionCard } from './question-card.tsx'
import { LinkLoader, linkQueryOptions } from './link-loader.tsx'
import { NoticeLoader, noticeLines } from './notice-loader.tsx'
import { chosenAnswer, type NoticeView, getGivenAnswer } from './notice-view.ts'
import { NarrowOffers } from './narrow-offers.tsx'
import { ParcelQuestion } from './parcel-question.tsx'
import { RecordDetails, MatchReasons } from './record-details.tsx'

/** Answer and Undo. The page shows their result at once. */
function useAnswers(token: string, onUndone: () => void) {
  const utils = trpc.useUtils()
  const options = {
    meta: { handled: true },
    onSuccess: (reply: { content: NoticeView }) => {
      // The pages of other messages about the record show the answer too.
      void utils.notices.show.invalidate(undefined, { refetchType: 'none' })
      utils.notices.show.setData({ token }, reply)
      // So does the history, to which many readers return.
      void utils.home.invalidate(undefined, { refetchType: 'none' })
    },
  }
  // The reason for an error may be new to the page, such as a parcel that has matched since.
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
    submitAnswer: (given: NoticeAnswer, notMyParcel = false) =>
      busy || answer.mutate({ token, answer: given, notMyParcel }),
    undo: () => !busy && undo.mutate({ token }),
  }
}

/** The question about the record, or the answer to it. */
function AnswerSection({ token, notice }: { token: string; notice: NoticeView }) {
  const { t } = useTranslation()
  const start = useStartContent()
  const chosen = chosenAnswer(useSearch())
  const givenAnswer = getGivenAnswer(notice, chosen)
  // Null until a button is pressed here: until then the message's link decides.
  const [notMe, setNotMe] = useState<boolean | null>(null)
  const { problem, pending, answered, undoing, submitAnswer, undo } = useAnswers(token, () => setNotMe(null))
  const phone = start?.contactPhone ?? ''
  const question = (notMe ?? chosen === 'not-me') ? notice.parcelQuestion : null
  return (
    <>
      {problem && <Banner tone="danger">{getErrorMessage(problem)}</Banner>}
      {givenAnswer ? (
        <AnswerResult
          token={token}
          notice={notice}
          answer={givenAnswer}
          chosen={chosen}
          given={answered}
          county={start?.county ?? ''}
          phone={phone}
          undoing={undoing}
          onUndo={undo}
        />
      ) : question ? (
        <QuestionCard
          key="parcel"
          notice={notice}
          title={t('notice.parcelQuestion.title')}
          focused={notMe === true}
          phone={phone}
        >
          <ParcelQuestion
            question={question}
            pending={pending === 'expected' ? undefined : pending}
            onMine={() => submitAnswer('wrong')}
            onNotMine={() => submitAnswer('not-me', true)}
            onBack={() => setNotMe(false)}
          />
        </QuestionCard>
      ) : (
        <QuestionCard
          key="answers"
          notice={notice}
          title={chosen ? t('notice.chosen', { answer: t(`notice.answers.${chosen}`) }) : t('notice.ask')}
          focused={notMe === false}
          phone={phone}
        >
          <AnswerButtons
            chosen={chosen}
            pending={pending}
            onAnswer={(given) => (given === 'not-me' && notice.parcelQuestion ? setNotMe(true) : submitAnswer(given))}
          />
        </QuestionCard>
      )}
    </>
  )
}

function Notice({ token, notice }: { token: string; notice: NoticeView }) {
  const { t } = useTranslation()
  return (
    <ResidentPage narrow className="max-sm:gap-4 max-sm:pt-4">
      <PageTitle title={t('notice.title', { count: Math.max(notice.alerts.length, 1) })} />
      {notice.documentIdentifier !== '' && <AnswerSection token={token} notice={notice} />}
      {notice.answer !== 'not-me' && notice.narrowing.alerts.length > 0 && (
        <Card title={t('notice.narrowing.applied')}>
          <NarrowOffers token={token} notice={notice} />
        </Card>
      )}
      <RecordDetails notice={notice} />
      <MatchReasons notice={notice} />
      <div>
        <Button variant="secondary" asChild>
          <Link href={homePath}>{t('confirm.toAlerts')}</Link>
        </Button>
      </div>
      <p className="max-w-prose text-sm text-muted-foreground">{t('notice.note')}</p>
    </ResidentPage>
  )
}

/** /notice/{token}: the record of a message, and the reader's answer to it. Opening it changes nothing. */
export function NoticePage() {
  const { token = '' } = useParams()
  return <LoadedNotice token={token} />
}

/** /home/notice/{id}: the same page, from the history of a signed-in reader. */
export function OwnNoticePage() {
  const { id } = useParams()
  const own = trpc.notices.own.useQuery({ id: Number(id) }, linkQueryOptions)
  return (
    <LinkLoader query={own} lines={noticeLines}>
      {({ token }) => <LoadedNotice token={token} />}
    </LinkLoader>
  )
}

function LoadedNotice({ token }: { token: string }) {
  return <NoticeLoader token={token}>{(notice) => <Notice token={token} notice={notice} />}</NoticeLoader>
}
