import { BellRing, CircleCheck, Send } from 'lucide-react'
import { useEffect, useId, useRef } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import type { Registered } from '#shared/contract/registered.ts'
import { Banner } from '#client/components/ui/banner.tsx'
import { Button } from '#client/components/ui/button.tsx'
import { UnbrokenIds } from '#client/components/ui/unbroken-ids.tsx'
import { getErrorMessage } from '#client/lib/api/errors.ts'
import { useStartContent } from '#client/lib/api/start-content.ts'
import { trpc } from '#client/lib/api/trpc.ts'

type FirstAlertProps = { registered: Registered; ticket: string }

/** What is watched from now on, and a sample of an alert. */
export function FirstAlert({ registered, ticket }: FirstAlertProps) {
  const { t } = useTranslation()
  const heading = useId()
  const { watching, notWatching, email } = registered
  const county = useStartContent()?.county || t('login.theCounty')
  return (
    <section aria-labelledby={watching.length > 0 ? heading : undefined} className="grid gap-4 wrap-anywhere">
      {watching.length > 0 && (
        <>
          <div className="grid gap-2">
            <h2 id={heading} className="flex items-center gap-2.5">
              <BellRing className="size-7 text-success" aria-hidden />
              {t('register.firstAlert')}
            </h2>
            <p>{t('register.watching', { county })}</p>
          </div>
          <ul className="grid gap-2.5">
            {watching.map((alert) => (
              <li key={alert.name} className="grid grid-cols-[auto_minmax(0,1fr)] gap-2.5">
                <CircleCheck className="mt-[0.15em] text-success" aria-hidden />
                <span className="grid leading-[1.4]">
                  <b>{alert.name}</b>
                  {alert.criteria !== alert.name && (
                    <span>
                      <UnbrokenIds>
                        {alert.alertType === 'PARCEL_ID' ? t('register.parcel', alert) : alert.criteria}
                      </UnbrokenIds>
                    </span>
                  )}
                </span>
              </li>
            ))}
          </ul>
          <p>
            <Trans i18nKey="register.emails" values={{ email }} components={{ b: <b /> }} />
          </p>
        </>
      )}
      {notWatching.length > 0 && <NotWatching alerts={notWatching} />}
      {watching.length > 0 && <Sample sent={registered.sampleSent} email={email} ticket={ticket} />}
    </section>
  )
}

/** Alerts that the county has stopped offering since the sign-up. */
function NotWatching({ alerts }: { alerts: Registered['notWatching'] }) {
  const { t } = useTranslation()
  return (
    <Banner tone="warning">
      <p>{t('register.notWatching')}</p>
      <ul>
        {alerts.map(({ name, criteria, problem }) => (
          <li key={`${name}${criteria}`}>
            <b>{name}</b> ({criteria}): {problem}
          </li>
        ))}
      </ul>
    </Banner>
  )
}

/** 'Send me a sample', once a link; then where it went, which takes the focus from the button that is gone. */
function Sample({ sent, email, ticket }: { sent: boolean; email: string; ticket: string }) {
  const { t } = useTranslation()
  const answer = useRef<HTMLParagraphElement>(null)
  const sample = trpc.auth.sendSample.useMutation({ meta: { handled: true } })
  const { isSuccess } = sample
  useEffect(() => {
    if (isSuccess) answer.current?.focus()
  }, [isSuccess])
  if (sent || isSuccess)
    return (
      <p ref={answer} tabIndex={-1}>
        <Trans i18nKey="register.sampleSent" values={{ email }} components={{ b: <b /> }} />
      </p>
    )
  return (
    <div className="grid gap-3">
      {sample.error && <Banner tone="danger">{getErrorMessage(sample.error)}</Banner>}
      <Button
        variant="secondary"
        className="justify-self-start max-sm:w-full"
        busy={sample.isPending && t('register.sampleSending')}
        onClick={() => sample.mutate({ ticket })}
      >
        <Send aria-hidden />
        {t('register.sample')}
      </Button>
    </div>
  )
}
