import { Check, Flag, UserX, type LucideIcon } from 'lucide-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { NoticeAnswer } from '#shared/contract/outgoing-event.ts'
import { noticeAnswerCodes } from '#shared/domain/notice/answers.ts'
import { Button } from '#client/components/ui/button.tsx'
import { cn } from '#client/lib/cn.ts'

const icons: Record<NoticeAnswer, LucideIcon> = { expected: Check, 'not-me': UserX, wrong: Flag }

type AnswerButtonsProps = {
  /** The answer chosen in the message, which comes first. */
  chosen?: NoticeAnswer | undefined
  pending: NoticeAnswer | undefined
  /** A restricted record cannot be read first, and only parcel alerts find it. */
  isRestricted: boolean
  /** On a page of its own each answer stands beside what it means; a card has them in a row. */
  isPage: boolean
  onAnswer: (answer: NoticeAnswer) => void
}

/** The three answers, each with what it means. */
export function AnswerButtons({ chosen, pending, isRestricted, isPage, onAnswer }: AnswerButtonsProps) {
  const { t } = useTranslation()
  const id = useId()
  const ordered = chosen ? [chosen, ...noticeAnswerCodes.filter((answer) => answer !== chosen)] : noticeAnswerCodes
  return (
    <div className="@container grid gap-3 max-sm:gap-2">
      {(isPage || chosen) && (
        <p className={cn('text-muted-foreground max-sm:text-sm', !chosen && 'max-sm:sr-only')}>
          {t(chosen ? 'notice.chosenHelp' : 'notice.askHelp')}
        </p>
      )}
      <div className={cn('grid gap-3 max-sm:gap-2', !isPage && '@min-[40rem]:grid-cols-3')}>
        {ordered.map((answer) => {
          const Icon = icons[answer]
          const help = `${id}-${answer}`
          return (
            <div
              key={answer}
              className={cn(
                'grid content-start gap-x-4 gap-y-1',
                isPage && 'items-center sm:grid-cols-[minmax(0,17rem)_minmax(0,1fr)]',
              )}
            >
              <Button
                // No answer is preferred, so all three look alike.
                variant={answer === chosen ? 'primary' : 'secondary'}
                className={cn(
                  'px-3',
                  isPage ? 'justify-start max-sm:min-h-12' : 'justify-start @min-[40rem]:justify-center',
                )}
                aria-describedby={help}
                busy={pending === answer && t('notice.saving')}
                onClick={() => onAnswer(answer)}
              >
                <Icon aria-hidden />
                {t(`notice.answers.${answer}`)}
              </Button>
              {/* Hidden where there is little room, as on a phone's first screen; still read out. */}
              <p id={help} className={isPage ? 'text-sm text-muted-foreground max-sm:sr-only' : 'sr-only'}>
                {t(isRestricted && answer === 'not-me' ? 'notice.notMyParcel' : `notice.answerHelp.${answer}`)}
              </p>
            </div>
          )
        })}
      </div>
    </div>
  )
}
