import { Check, Flag, UserX, type LucideIcon } from 'lucide-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#client/components/ui/button.tsx'
import type { NoticeAnswer } from '#shared/contract/outgoing-event.ts'
import { noticeAnswerCodes } from '#shared/domain/notice/answers.ts'

const icons: Record<NoticeAnswer, LucideIcon> = { expected: Check, 'not-me': UserX, wrong: Flag }

type AnswerButtonsProps = {
  pending: NoticeAnswer | undefined
  /** A restricted record cannot be read first, and only parcel alerts find it. */
  isRestricted: boolean
  onAnswer: (answer: NoticeAnswer) => void
}

/** The three answers, each with what it means. */
export function AnswerButtons({ pending, isRestricted, onAnswer }: AnswerButtonsProps) {
  const { t } = useTranslation()
  const id = useId()
  return (
    <div className="@container">
      <div className="grid gap-3 max-sm:gap-2 @min-[40rem]:grid-cols-3">
        {noticeAnswerCodes.map((answer) => {
          const Icon = icons[answer]
          const help = `${id}-${answer}`
          return (
            <div key={answer} className="grid content-start">
              <Button
                // No answer is preferred, so all three look alike.
                variant="secondary"
                className="justify-start px-3 @min-[40rem]:justify-center"
                aria-describedby={help}
                busy={pending === answer && t('notice.saving')}
                onClick={() => onAnswer(answer)}
              >
                <Icon aria-hidden />
                {t(`notice.answers.${answer}`)}
              </Button>
              <p id={help} className="sr-only">
                {t(isRestricted && answer === 'not-me' ? 'notice.notMyParcel' : `notice.answerHelp.${answer}`)}
              </p>
            </div>
          )
        })}
      </div>
    </div>
  )
}
