import { Trans, useTranslation } from 'react-i18next'
import { OutcomePage } from '#client/components/layout/outcome-page.tsx'
import { Button } from '#client/components/ui/button.tsx'
import { LoginLink } from './form-page.tsx'

/** Stays on the page after the server's message about a sent email was closed: where to look for the email. */
export function EmailSent({ email, onBack }: { email: string; onBack: () => void }) {
  const { t } = useTranslation()
  return (
    <OutcomePage
      done
      title={t('mailed.title')}
      footer={
        <>
          <LoginLink>{t('account.toLogin')}</LoginLink>
          <Button variant="secondary" onClick={onBack}>
            {t('mailed.back')}
          </Button>
        </>
      }
    >
      <p>
        <Trans i18nKey="mailed.to" values={{ email }} components={{ b: <b /> }} />
      </p>
      <p>{t('mailed.wait')}</p>
      <p>{t('mailed.wrong')}</p>
    </OutcomePage>
  )
}
