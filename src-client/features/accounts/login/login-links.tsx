import { UserPlus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { Button } from '#client/components/ui/button.tsx'
import { TextWithPhone } from '#client/components/ui/phone-link.tsx'
import { matchingHelpPath } from '#client/lib/navigation.ts'

const look = 'inline-flex min-h-11 items-center'

/** Forgot Username and Forgot Password. */
export function RecoveryLinks() {
  const { t } = useTranslation()
  return (
    <p className="flex flex-wrap justify-between gap-x-6">
      <Link href="/forgotUsername" className={look}>
        {t('login.forgotUsername')}
      </Link>
      <Link href="/forgotPassword" className={look}>
        {t('login.forgotPassword')}
      </Link>
    </p>
  )
}

/** Whom to call when a link does not help, such as for a locked account. */
export function CallForHelp({ phone }: { phone: string }) {
  const { t } = useTranslation()
  return (
    <p>
      <TextWithPhone text={t('login.help', { phone })} phone={phone} />
    </p>
  )
}

/** Links to the published rule of matching, which visitors may read before they register. */
export function MatchingHelpLink() {
  const { t } = useTranslation()
  return (
    <p>
      <Link href={matchingHelpPath} className={look}>
        {t('login.howWeMatch')}
      </Link>
    </p>
  )
}

/** Links to registration. */
export function NewUserLink() {
  const { t } = useTranslation()
  return (
    <div className="grid gap-2.5 border-t border-border pt-5">
      <h2>{t('login.newHere')}</h2>
      <p>{t('login.newHereDetail')}</p>
      <Button variant="secondary" wide asChild>
        <Link href="/register">
          <UserPlus aria-hidden />
          {t('login.newUser')}
        </Link>
      </Button>
    </div>
  )
}
