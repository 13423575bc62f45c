import { CircleCheck, Flag, Phone, Printer, Undo2 } from 'lucide-react'
import { useEffect, useId, useRef, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { usePlace } from '#client/components/record/record-place.tsx'
import { Button } from '#client/components/ui/button.tsx'
import { PhoneLink } from '#client/components/ui/phone-link.tsx'
import { UnbrokenIds } from '#client/components/ui/unbroken-ids.tsx'
import { cn } from '#client/lib/cn.ts'
import { alertHref } from '#client/lib/navigation.ts'
import type { NoticeAnswer } from '#shared/contract/outgoing-event.ts'
import { nameInSentence } from '#shared/settings/county-name.ts'
import { ExceptionLogin, ExceptionOffers } from './exception-offers.tsx'
import type { NoticeView } from './notice-view.ts'

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

type Step = { key: 'call' | 'copy' | 'police' | 'lawyer' | 'keep'; action?: ReactNode }

/** What to do about a suspicious record, starting with the county's phone. */
function Steps({ notice, county, phone }: Pick<AnswerResultProps, 'notice' | 'county' | 'phone'>) {
  const { t } = useTranslation()
  const values = { county: nameInSentence(county, t('login.theCounty')), id: notice.documentIdentifier }
  const call = phone && (
    <Button asChild>
      <PhoneLink phone={phone} className="justify-self-start max-sm:w-full">
        <Phone aria-hidden />
        {phone}
      </PhoneLink>
    </Button>
  )
  const print = (
    <Button variant="secondary" className="justify-self-start max-sm:w-full" onClick={() => globalThis.print()}>
      <Printer aria-hidden />
      {t('notice.printSteps')}
    </Button>
  )
  const steps: Step[] = [
    { key: 'call', action: call },
    { key: 'copy' },
    { key: 'police' },
    { key: 'lawyer' },
    { key: 'keep', action: print },
  ]
  return (
    <ol className="grid gap-4">
      {steps.map(({ key, action }, index) => (
        <li key={key} className="grid grid-cols-[2.25rem_minmax(0,1fr)] items-start gap-x-3">
          <span
            className="grid size-9 place-items-center rounded-full bg-accent font-bold text-accent-foreground"
            aria-hidden
          >
            {index + 1}
          </span>
          <div className="grid gap-1 pt-1">
            <b>{t(`notice.doNow.${key}.title`, values)}</b>
            <p>
              <UnbrokenIds>{t(`notice.doNow.${key}.text`, values)}</UnbrokenIds>
              {/* Paper has no button. */}
              {key === 'call' && <span className="hidden print:inline"> {phone}</span>}
            </p>
            {action && <div className="grid pt-1 print:hidden">{action}</div>}
          </div>
        </li>
      ))}
    </ol>
  )
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
      {answer === 'wrong' && <Steps notice={notice} county={county} phone={phone} />}
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
