import { Trans, useTranslation } from 'react-i18next'
import { Outcome } from '#client/components/layout/outcome.tsx'
import { Button } from '#client/components/ui/button.tsx'
import { ToLogin } from './form-page.tsx'

/** To whom the email went, and what the server said. */
export type MailedTo = { email: string; message: string | undefined }

/**
 * The page in place of a form that sent an email: the server's message, and where to look. A dialog would be closed
 * and forgotten before the email is found.
 */
export function Mailed({ email, message, onBack }: MailedTo & { onBack: () => void }) {
  const { t } = useTranslation()
  return (
    <Outcome
      done
      title={t('mailed.title')}
      foot={
        <>
          <ToLogin>{t('account.toLogin')}</ToLogin>
          <Button variant="secondary" onClick={onBack}>
            {t('mailed.back')}
          </Button>
        </>
      }
    >
      {message && <p className="text-lg">{message}</p>}
      <p>
        <Trans i18nKey="mailed.to" values={{ email }} components={{ b: <b /> }} />
      </p>
      <p>{t('mailed.wait')}</p>
      <p>{t('mailed.wrong')}</p>
    </Outcome>
  )
}
