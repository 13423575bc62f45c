import { Trans, useTranslation } from 'react-i18next'
import { OutcomePage } from '#client/components/layout/outcome-page.tsx'
import { Button } from '#client/components/ui/button.tsx'
import { ToLogin } from './form-page.tsx'

/** What stays once the server's message on a form that sent an email was read: where to look, until it is found. */
export function Mailed({ email, onBack }: { email: string; onBack: () => void }) {
  const { t } = useTranslation()
  return (
    <OutcomePage
      done
      title={t('mailed.title')}
      footer={
        <>
          <ToLogin>{t('account.toLogin')}</ToLogin>
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
