import { CircleCheck, Undo2 } from 'lucide-react'
import { useEffect, useId, useRef } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import type { NoticeAnswer } from '#shared/contract/alert.ts'
import { Button } from '#client/components/ui/button.tsx'
import { PhoneLink } from '#client/components/ui/phone-link.tsx'
import { alertHref } from '#client/lib/navigation.ts'
import type { NoticeView } from './notice-view.ts'

type AnsweredProps = {
  notice: NoticeView
  answer: NoticeAnswer
  /** What the link of the message chose. */
  chosen: NoticeAnswer | undefined
  /** Just now, on this page: reading then goes on here, since the pressed button is gone. */
  given: boolean
  county: string
  /** The county's, or ''. */
  phone: string
  undoing: boolean
  onUndo: () => void
}

/** Somebody with the same name: the alert can be made closer. */
function Narrow({ notice }: { notice: NoticeView }) {
  const { t } = useTranslation()
  const alert = notice.alerts.find((one) => one.alertType === 'NAME' && one.id !== null)
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

/** What to do about a record that looks wrong, the county's phone first. */
function Steps({ notice, county, phone }: Pick<AnsweredProps, 'notice' | 'county' | 'phone'>) {
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

/** What the reader answered, what follows from it, and the way back. */
export function Answered({ notice, answer, chosen, given, county, phone, undoing, onUndo }: AnsweredProps) {
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
      {/* Their own parcel matched: how to get fewer of these is no advice then. */}
      {answer === 'not-me' && !notice.parcelQuestion && <Narrow notice={notice} />}
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
