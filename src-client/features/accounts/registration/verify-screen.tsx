import { Pencil, Send } from 'lucide-react'
import { useState } from 'react'
import { FormProvider } from 'react-hook-form'
import { Trans, useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { UnansweredNotice } from '#client/components/form/unanswered-notice.tsx'
import { EmailField } from '#client/components/person/person-fields.tsx'
import { Banner } from '#client/components/ui/banner.tsx'
import { Button } from '#client/components/ui/button.tsx'
import { LoginLink } from '../layout/form-page.tsx'
import type { Registration } from './use-registration.ts'

type VerifyProps = { registration: Registration; sent: NonNullable<Registration['sent']> }

/** Corrects a mistyped email: from this browser, the same registration is sent to the right one. */
function CorrectEmail({ registration, onDone }: Pick<VerifyProps, 'registration'> & { onDone: () => void }) {
  const { t } = useTranslation()
  const { form, send, sent, isSending } = registration
  const correct = async () => {
    if (!(await form.trigger('email'))) return form.setFocus('email')
    if (await send({ watches: sent?.watches ?? false })) onDone()
  }
  return (
    <FormProvider {...form}>
      <form
        noValidate
        className="grid grid-cols-[minmax(0,1fr)] gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          void correct()
        }}
      >
        <EmailField label={t('account.email')} />
        <Button
          type="submit"
          className="justify-self-start max-sm:w-full"
          busy={isSending && t('register.newLinkSending')}
        >
          {t('register.verify.sendThere')}
        </Button>
      </form>
    </FormProvider>
  )
}

/** The third step: where the link went, and what to do with it. */
export function VerifyScreen({ registration, sent }: VerifyProps) {
  const { t } = useTranslation()
  const [corrects, setCorrects] = useState(false)
  const [again, setAgain] = useState(false)
  // After a reload the password is no longer known, so nothing can be sent from here.
  const mayResend = registration.form.getValues('password') !== ''
  const resend = async () => {
    setAgain(false)
    if (await registration.send({ watches: sent.watches })) setAgain(true)
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5 wrap-anywhere">
      <div className="grid gap-2">
        <p>
          <Trans i18nKey="register.verify.to" values={{ email: sent.email }} components={{ b: <b /> }} />
        </p>
        <p>{t('register.verify.open')}</p>
        <p>{t(sent.watches ? 'register.verify.thenOn' : 'register.verify.thenLogIn')}</p>
      </div>
      <p className="text-muted-foreground">{t('mailed.wait')}</p>
      {again && <Banner tone="success">{t('register.verify.sentAgain', { email: sent.email })}</Banner>}
      {corrects ? (
        <CorrectEmail registration={registration} onDone={() => setCorrects(false)} />
      ) : mayResend ? (
        <div className="flex flex-wrap gap-3 max-sm:[&>*]:w-full">
          <Button
            variant="secondary"
            busy={registration.isSending && t('register.newLinkSending')}
            onClick={() => void resend()}
          >
            <Send aria-hidden />
            {t('register.verify.again')}
          </Button>
          <Button variant="secondary" onClick={() => setCorrects(true)}>
            <Pencil aria-hidden />
            {t('register.verify.correct')}
          </Button>
        </div>
      ) : (
        <p>
          <Link href="/register" className="inline-flex min-h-11 items-center" onClick={registration.startOver}>
            {t('register.verify.startOver')}
          </Link>
        </p>
      )}
      <UnansweredNotice message={registration.lost} isDirty />
      <div className="flex border-t border-border pt-5 max-sm:[&>*]:w-full">
        <LoginLink secondary>{t('account.toLogin')}</LoginLink>
      </div>
    </div>
  )
}
