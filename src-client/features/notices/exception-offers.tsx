import { CircleCheck, LogIn, Undo2 } from 'lucide-react'
import { useEffect, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'wouter'
import { Banner } from '#client/components/ui/banner.tsx'
import { Button } from '#client/components/ui/button.tsx'
import { getErrorMessage } from '#client/lib/api/errors.ts'
import { alertHref, loginPathFor } from '#client/lib/navigation.ts'
import type { NoticeView } from './notice-view.ts'
import { type ExceptionOffer, useExceptionOffers } from './use-exception-offers.ts'

type AlertWithOffers = NoticeView['narrowing']['alerts'][number]

type OfferProps = {
  alert: AlertWithOffers
  offer: ExceptionOffer
  pending: boolean
  onPress: () => void
}

/** One press that leaves out such records, with what it changes; once it is applied, the way to undo it. */
function Offer({ alert, offer, pending, onPress }: OfferProps) {
  const { t } = useTranslation()
  const id = useId()
  const { kind, written, applied } = offer
  const effect = t(`notice.narrowing.effect.${kind}`, { ...alert, written })
  const button = useRef<HTMLButtonElement>(null)
  const was = useRef(applied)
  useEffect(() => {
    // The button that was pressed is gone.
    if (was.current !== applied) button.current?.focus()
    was.current = applied
  }, [applied])
  if (applied) {
    return (
      <li className="grid justify-items-start gap-1">
        <p id={id} className="flex gap-2 font-semibold text-success wrap-anywhere">
          <CircleCheck className="mt-[0.15em] flex-none" aria-hidden />
          {effect}
        </p>
        <Button
          ref={button}
          variant="quiet"
          className="-ms-3"
          aria-describedby={id}
          busy={pending && t('notice.saving')}
          onClick={onPress}
        >
          <Undo2 aria-hidden />
          {t('notice.narrowing.undo')}
        </Button>
      </li>
    )
  }
  return (
    <li className="grid justify-items-start gap-1">
      <Button
        ref={button}
        variant="secondary"
        className="text-start wrap-anywhere max-sm:w-full"
        aria-describedby={id}
        busy={pending && t('notice.saving')}
        onClick={onPress}
      >
        {t(`notice.narrowing.offer.${kind}`, { written })}
      </Button>
      <p id={id} className="text-sm text-muted-foreground wrap-anywhere">
        {effect}
      </p>
    </li>
  )
}

const hasMiddleName = ({ firstName }: AlertWithOffers) => /\s/.test(firstName.trim())

/** What the reader's alerts can leave out after 'This is not about me', each with one press. */
export function ExceptionOffers({ token, notice }: { token: string; notice: NoticeView }) {
  const { t } = useTranslation()
  const { problem, isPending, press } = useExceptionOffers(token, notice.narrowing.readerId)
  const { alerts } = notice.narrowing
  const isNotMe = notice.answer === 'not-me'
  return (
    <div className="grid gap-4">
      {problem && <Banner tone="danger">{getErrorMessage(problem)}</Banner>}
      {alerts.map((alert) => (
        <div key={alert.id} className="grid gap-3">
          <p className="font-semibold wrap-anywhere">{t('notice.narrowing.title', { alert: alert.name })}</p>
          {alert.offers.length > 0 && (
            <ul className="grid gap-3">
              {alert.offers.map((offer) => (
                <Offer
                  key={`${offer.kind} ${offer.value}`}
                  alert={alert}
                  offer={offer}
                  pending={isPending({ alertId: alert.id, offer })}
                  onPress={() => press({ alertId: alert.id, offer })}
                />
              ))}
            </ul>
          )}
          {isNotMe && !hasMiddleName(alert) && (
            <div className="grid justify-items-start gap-1">
              <Button variant="secondary" className="text-start max-sm:w-full" asChild>
                <Link href={alertHref(alert.id)}>{t('notice.narrowing.addMiddle')}</Link>
              </Button>
              <p className="text-sm text-muted-foreground">{t('notice.narrowing.addMiddleHelp')}</p>
            </div>
          )}
        </div>
      ))}
    </div>
  )
}

/** A link alone changes no alert: its owner logs in and returns to this page. */
export function ExceptionLogin() {
  const { t } = useTranslation()
  const [place] = useLocation()
  return (
    <div className="grid justify-items-start gap-3">
      <p>{t('notice.narrowing.login')}</p>
      <Button variant="secondary" asChild>
        <Link href={loginPathFor(place)}>
          <LogIn aria-hidden />
          {t('notice.narrowing.loginOpen')}
        </Link>
      </Button>
    </div>
  )
}
