import { CircleCheck, Flag, Undo2 } from 'lucide-react'
import { useEffect, useId, useRef, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { usePlace } from '#client/components/record/record-place.tsx'
import { Button } from '#client/components/ui/button.tsx'
import { UnbrokenIds } from '#client/components/ui/unbroken-ids.tsx'
import { cn } from '#client/lib/cn.ts'
import { alertHref } from '#client/lib/navigation.ts'
import type { NoticeAnswer } from '#shared/contract/outgoing-event.ts'
import { ExceptionLogin, ExceptionOffers } from './exception-offers.tsx'
import type { NoticeView } from './notice-view.ts'
import { ReportSteps } from './report-steps.tsx'

type AnswerResultProps = {
  token: string
  notice: NoticeView
  answer: NoticeAnswer
  /** True if the answer was just given here: then the focus moves here, because the pressed button is gone. */
  given: boolean
  county: string
  /** The county's phone, or ''. */
  phone: string
  undoing: boolean
  onUndo: () => void
  /** At the end, next to Undo. */
  more?: ReactNode
}

/** For a match of another person with the same name: suggests narrowing the alert. */
function FewerMatchesLink({ notice }: { notice: NoticeView }) {
  const { t } = useTranslation()
  const alert = notice.alerts.find((item) => item.alertType === 'NAME' && item.id !== null)
  if (!alert?.id) return null
  return (
    <div className="grid justify-items-start gap-3">
      <p className="wrap-anywhere">{t('notice.narrow', { alert: alert.name })}</p>
      <Button variant="secondary" asChild>
        <Link href={alertHref(alert.id)}>{t('notice.narrowOpen')}</Link>
      </Button>
    </div>
  )
}

/** How to get fewer of these: on the reader's own alerts, after a login, or in the alert's form. */
function NotMeExceptions({ token, notice }: Pick<AnswerResultProps, 'token' | 'notice'>) {
  const { alerts, needsLogin } = notice.narrowing
  if (alerts.length > 0) return <ExceptionOffers token={token} notice={notice} />
  return needsLogin ? <ExceptionLogin /> : <FewerMatchesLink notice={notice} />
}

/** Which record was answered, in a line. */
function AnsweredRecord({ notice }: { notice: NoticeView }) {
  const { t } = useTranslation()
  const { address, parcel } = usePlace(notice)
  const { documentDescription, documentIdentifier: id, recordedTimestampFormatted: at } = notice
  const what = t('record.recorded', { what: [documentDescription, id].filter(Boolean).join(' '), at })
  return (
    <p className="text-muted-foreground wrap-anywhere">
      <UnbrokenIds>{[address, parcel, what].filter(Boolean).join(' · ')}</UnbrokenIds>
    </p>
  )
}

/** The reader's answer, its consequences, and Undo: a plain card, because nothing more is asked. */
export function AnswerResult(props: AnswerResultProps) {
  const { token, notice, answer, given, county, phone, undoing, onUndo, more } = props
  const { t } = useTranslation()
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (given) heading.current?.focus()
  }, [given])
  const Icon = answer === 'wrong' ? Flag : CircleCheck
  return (
    <article aria-labelledby={id} className="grid grid-cols-[minmax(0,1fr)] gap-3 px-card py-4">
      <h3 id={id} ref={heading} tabIndex={-1} className="flex items-center gap-3">
        <Icon className={cn('size-7', answer === 'wrong' ? 'text-warning' : 'text-success')} aria-hidden />
        {t('notice.answered', { answer: t(`notice.answers.${answer}`) })}
      </h3>
      <AnsweredRecord notice={notice} />
      {notice.answeredElsewhere && <p>{t('notice.elsewhere')}</p>}
      <p className={answer === 'wrong' ? 'font-semibold' : undefined}>{t(`notice.after.${answer}`)}</p>
      {answer === 'expected' && <p>{t('notice.keepWatching')}</p>}
      {/* The reader's own parcel matched, so advice on fewer matches would not help. */}
      {answer === 'not-me' && !notice.parcelQuestion && <NotMeExceptions token={token} notice={notice} />}
      {answer === 'wrong' && <ReportSteps id={notice.documentIdentifier} county={county} phone={phone} />}
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 print:hidden">
        <Button variant="quiet" className="-ms-3" busy={undoing && t('notice.saving')} onClick={onUndo}>
          <Undo2 aria-hidden />
          {t(answer === 'wrong' ? 'notice.takeBack' : 'notice.undo')}
        </Button>
        {more}
      </div>
    </article>
  )
}
