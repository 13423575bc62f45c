import { CircleCheck, TriangleAlert, UserX, type LucideIcon } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { NoticeAnswer } from '#shared/contract/outgoing-event.ts'
import { noticeAnswerCodes } from '#shared/domain/notice/answers.ts'
import { Button } from '#client/components/ui/button.tsx'

const icons: Record<NoticeAnswer, LucideIcon> = { expected: CircleCheck, 'not-me': UserX, wrong: TriangleAlert }

type AnswerButtonsProps = {
  /** The answer chosen in the message, which comes first. */
  chosen?: NoticeAnswer | undefined
  pending: NoticeAnswer | undefined
  onAnswer: (answer: NoticeAnswer) => void
}

/** The three answers, each with what it means. */
export function AnswerButtons({ chosen, pending, onAnswer }: AnswerButtonsProps) {
  const { t } = useTranslation()
  const ordered = chosen ? [chosen, ...noticeAnswerCodes.filter((answer) => answer !== chosen)] : noticeAnswerCodes
  return (
    <div className="grid gap-3 sm:gap-4">
      <p className="text-muted-foreground max-sm:text-sm">{t(chosen ? 'notice.chosenHelp' : 'notice.askHelp')}</p>
      {ordered.map((answer) => {
        const Icon = icons[answer]
        const help = `answer-${answer}`
        return (
          <div key={answer} className="grid items-center gap-x-4 gap-y-1 sm:grid-cols-[minmax(0,17rem)_minmax(0,1fr)]">
            <Button
              // No answer is preferred, so all three look alike.
              variant={answer === chosen ? 'primary' : 'secondary'}
              className="justify-start"
              aria-describedby={help}
              busy={pending === answer && t('notice.saving')}
              onClick={() => onAnswer(answer)}
            >
              <Icon aria-hidden />
              {t(`notice.answers.${answer}`)}
            </Button>
            {/* Hidden on a phone, so that all three answers and the phone number fit the first screen; still read out. */}
            <p id={help} className="text-sm text-muted-foreground max-sm:sr-only">
              {t(`notice.answerHelp.${answer}`)}
            </p>
          </div>
        )
      })}
    </div>
  )
}
