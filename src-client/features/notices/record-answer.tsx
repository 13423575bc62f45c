import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { NoticeAnswer } from '#shared/contract/outgoing-event.ts'
import { Banner } from '#client/components/ui/banner.tsx'
import { getErrorMessage } from '#client/lib/api/errors.ts'
import { useStartContent } from '#client/lib/api/start-content.ts'
import { AnswerButtons } from './answer-buttons.tsx'
import { AnswerResult } from './answer-result.tsx'
import { type NoticeView, getGivenAnswer } from './notice-view.ts'
import { ParcelQuestion } from './parcel-question.tsx'
import { RecordCard } from './record-card.tsx'
import { useAnswers } from './use-answers.ts'

type RecordAnswerProps = {
  token: string
  notice: NoticeView
  /** The answer chosen by the message's link. */
  chosen?: NoticeAnswer | undefined
  /** On a page of its own, not in a card among others. */
  isPage: boolean
  remark?: string | undefined
  /** More about the record, before the question. */
  about?: ReactNode
  more?: ReactNode
  /** Moves the reader on after 'I expected this', which needs no further reading. */
  onExpected?: (() => void) | undefined
  /** After the answer was taken back. */
  onUndone?: () => void
}

/** A record and the question about it, or the answer to it, in place. */
export function RecordAnswer(props: RecordAnswerProps) {
  const { token, notice, chosen, isPage, remark, about, more, onExpected, onUndone } = props
  const { t } = useTranslation()
  const { contactPhone: phone = '', county = '' } = useStartContent() ?? {}
  const givenAnswer = getGivenAnswer(notice, chosen)
  const { problem, pending, isFocused, undoing, undone, notMe, setNotMe, submitAnswer, undo } = useAnswers(
    token,
    onExpected,
    onUndone,
  )
  const question = (notMe ?? chosen === 'not-me') ? notice.parcelQuestion : null
  const card = { notice, isPage, phone, remark, about, more }
  return (
    <>
      {problem && <Banner tone="danger">{getErrorMessage(problem)}</Banner>}
      {givenAnswer ? (
        <AnswerResult
          token={token}
          notice={notice}
          answer={givenAnswer}
          chosen={chosen}
          isPage={isPage}
          given={isFocused}
          county={county}
          phone={phone}
          undoing={undoing}
          onUndo={undo}
          more={more}
        />
      ) : question ? (
        <RecordCard key="parcel" {...card} title={t('notice.parcelQuestion.title')} focused={notMe === true || undone}>
          <ParcelQuestion
            question={question}
            properties={notice.properties}
            pending={pending === 'expected' ? undefined : pending}
            onMine={() => submitAnswer('wrong')}
            onNotMine={() => submitAnswer('not-me', true)}
            onBack={() => setNotMe(false)}
          />
        </RecordCard>
      ) : (
        <RecordCard
          key="answers"
          {...card}
          title={chosen ? t('notice.chosen', { answer: t(`notice.answers.${chosen}`) }) : t('notice.ask')}
          focused={notMe === false || undone}
        >
          <AnswerButtons
            chosen={chosen}
            pending={pending}
            isRestricted={notice.restricted}
            isPage={isPage}
            onAnswer={(given) => (given === 'not-me' && notice.parcelQuestion ? setNotMe(true) : submitAnswer(given))}
          />
        </RecordCard>
      )}
    </>
  )
}
