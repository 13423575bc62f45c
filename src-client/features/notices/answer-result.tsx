import { CircleCheck, Undo2 } from 'lucide-react'
import { useEffect, useId, useRef } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import type { NoticeAnswer } from '#shared/contract/outgoing-event.ts'
import { Button } from '#client/components/ui/button.tsx'
import { PhoneLink } from '#client/components/ui/phone-link.tsx'
import { alertHref } from '#client/lib/navigation.ts'
import { NarrowLogin, NarrowOffers } from './narrow-offers.tsx'
import type { NoticeView } from './notice-view.ts'

type AnswerResultProps = {
  token: string
  notice: NoticeView
  answer: NoticeAnswer
  /** The answer chosen by the message's link. */
  chosen: NoticeAnswer | undefined
  /** True if the answer was just given on this page: then the focus moves here, because the pressed button is gone. */
  given: boolean
  county: string
  /** The county's phone, or ''. */
  phone: string
  undoing: boolean
  onUndo: () => void
}

/** For a match of someone else with the same name: suggests narrowing the alert. */
function NarrowAlertLink({ notice }: { notice: NoticeView }) {
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
function Narrowing({ token, notice }: Pick<AnswerResultProps, 'token' | 'notice'>) {
  const { alerts, needsLogin } = notice.narrowing
  if (alerts.length > 0) return <NarrowOffers token={token} notice={notice} />
  return needsLogin ? <NarrowLogin /> : <NarrowAlertLink notice={notice} />
}

/** What to do about a suspicious record, starting with the county's phone. */
function Steps({ notice, county, phone }: Pick<AnswerResultProps, 'notice' | 'county' | 'phone'>) {
  const { t } = useTranslation()
  const values = { county, phone, id: notice.documentIdentifier }
  return (
    <ol className="grid list-decimal gap-2 ps-6">
      <li>
        {phone ? (
          <Trans
            i18nKey="notice.steps.callPhone"
            values={values}
            components={{ phone: <PhoneLink phone={phone} className="font-bold" /> }}
          />
        ) : (
          t('notice.steps.call', values)
        )}
      </li>
      <li>{t('notice.steps.copy')}</li>
      <li>{t('notice.steps.police')}</li>
      <li>{t('notice.steps.keep')}</li>
    </ol>
  )
}

/** The reader's answer, its consequences, and Undo. */
export function AnswerResult(props: AnswerResultProps) {
  const { token, notice, answer, chosen, given, county, phone, undoing, onUndo } = props
  const { t } = useTranslation()
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (given) heading.current?.focus()
  }, [given])
  return (
    <section
      aria-labelledby={id}
      className="grid gap-3 rounded-lg border border-s-8 border-border border-s-brass bg-card p-card shadow-card"
    >
      <h2 id={id} ref={heading} tabIndex={-1} className="flex items-center gap-3">
        <CircleCheck className="size-7 text-success" aria-hidden />
        {t('notice.answered', { answer: t(`notice.answers.${answer}`) })}
      </h2>
      {notice.answeredElsewhere && <p>{t('notice.elsewhere')}</p>}
      {!given && chosen && chosen !== answer && (
        <p className="font-bold">{t('notice.instead', { answer: t(`notice.answers.${chosen}`) })}</p>
      )}
      <p>{t(`notice.after.${answer}`)}</p>
      {/* The reader's own parcel matched, so advice on fewer matches would not help. */}
      {answer === 'not-me' && !notice.parcelQuestion && <Narrowing token={token} notice={notice} />}
      {answer === 'wrong' && <Steps notice={notice} county={county} phone={phone} />}
      <Button
        variant="quiet"
        className="-ms-3 justify-self-start"
        busy={undoing && t('notice.saving')}
        onClick={onUndo}
      >
        <Undo2 aria-hidden />
        {t('notice.undo')}
      </Button>
    </section>
  )
}
