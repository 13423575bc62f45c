import { Trans, useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { Outcome } from '#client/components/layout/outcome.tsx'
import { Button } from '#client/components/ui/button.tsx'
import { loginPath } from '#client/lib/navigation.ts'

/** What stays on the page after a form that sends an email: where to look. */
export function Mailed({ email, onBack }: { email: string; onBack: () => void }) {
  const { t } = useTranslation()
  return (
    <Outcome
      done
      title={t('mailed.title')}
      foot={
        <>
          <Button asChild>
            <Link href={loginPath}>{t('account.toLogin')}</Link>
          </Button>
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
    </Outcome>
  )
}
