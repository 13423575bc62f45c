import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Banner } from '#client/components/ui/banner.tsx'
import { getErrorMessage } from '#client/lib/api/errors.ts'
import { useStartContent } from '#client/lib/api/start-content.ts'
import { AnswerButtons } from './answer-buttons.tsx'
import { AnswerResult } from './answer-result.tsx'
import type { NoticeView } from './notice-view.ts'
import { ParcelQuestion } from './parcel-question.tsx'
import { RecordCard } from './record-card.tsx'
import { useAnswers } from './use-answers.ts'

type RecordAnswerProps = {
  token: string
  notice: NoticeView
  remark?: string | undefined
  /** More about the record, before the question. */
  about?: ReactNode
  more?: ReactNode
  /** Moves the reader on after 'I expected this', which needs no further reading. */
  onExpected?: (() => void) | undefined
  /** After the answer was taken back. */
  onUndone?: () => void
}

/** A record of home's list and the question about it, or the answer to it, in place. */
export function RecordAnswer(props: RecordAnswerProps) {
  const { token, notice, remark, about, more, onExpected, onUndone } = props
  const { t } = useTranslation()
  const { contactPhone: phone = '', county = '' } = useStartContent() ?? {}
  const { problem, pending, isFocused, undoing, undone, notMe, setNotMe, submitAnswer, undo } = useAnswers(
    token,
    onExpected,
    onUndone,
  )
  const question = notMe ? notice.parcelQuestion : null
  const card = { notice, remark, about, more }
  return (
    <>
      {problem && <Banner tone="danger">{getErrorMessage(problem)}</Banner>}
      {notice.answer ? (
        <AnswerResult
          token={token}
          notice={notice}
          answer={notice.answer}
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
        <RecordCard key="answers" {...card} title={t('notice.ask')} focused={notMe === false || undone}>
          <AnswerButtons
            pending={pending}
            isRestricted={notice.restricted}
            onAnswer={(given) => (given === 'not-me' && notice.parcelQuestion ? setNotMe(true) : submitAnswer(given))}
          />
        </RecordCard>
      )}
    </>
  )
}
