import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { PageTitle } from '#client/components/layout/page-title.tsx'
import { ResidentPage } from '#client/components/layout/resident-page.tsx'
import { Button } from '#client/components/ui/button.tsx'
import { useStartContent } from '#client/lib/api/start-content.ts'
import { loginPath } from '#client/lib/navigation.ts'

type FormPageProps = { title: string; lead?: string; children: ReactNode }

/** A public page with one form: title, lead, and the form in a card. */
export function FormPage({ title, lead, children }: FormPageProps) {
  return (
    <ResidentPage narrow>
      <div className="grid max-w-form gap-2">
        <PageTitle title={title} />
        {lead && <p className="text-lg text-muted-foreground">{lead}</p>}
      </div>
      <div className="grid max-w-form rounded-lg border border-border bg-card p-card shadow-card">{children}</div>
    </ResidentPage>
  )
}

/** The footer of such a form: its submit button and the way back. */
export function FormPageFooter({ submit, busy, back }: { submit: string; busy: string | false; back: ReactNode }) {
  return (
    <div className="flex flex-wrap gap-3 max-sm:[&>*]:w-full">
      <Button type="submit" busy={busy}>
        {submit}
      </Button>
      {back}
    </div>
  )
}

/**
 * Back to the login page, without a question.
 * @param onLeave drops what was typed
 */
export function CancelLink({ onLeave }: { onLeave?: () => void }) {
  const { t } = useTranslation()
  return (
    <Button variant="secondary" asChild>
      <Link href={loginPath} onClick={onLeave}>
        {t('account.cancel')}
      </Link>
    </Button>
  )
}

/** Links to the login page after a page has done its part; secondary if another link matters more. */
export function LoginLink({ children, secondary }: { children: string; secondary?: boolean }) {
  return (
    <Button variant={secondary ? 'secondary' : 'primary'} asChild>
      <Link href={loginPath}>{children}</Link>
    </Button>
  )
}

/** Links to Forgot Password, for a link that no longer works or a password that someone else knows. */
export function ForgotPasswordLink({ label }: { label?: string }) {
  const { t } = useTranslation()
  return (
    <>
      <Button asChild>
        <Link href="/forgotPassword">{label ?? t('recover.newLink')}</Link>
      </Button>
      <LoginLink secondary>{t('account.toLogin')}</LoginLink>
    </>
  )
}

/**
 * Links to a new registration when the emailed link no longer works and the county accepts new users; secondary if
 * another link matters more.
 */
export function RegisterAgainLink({ secondary = false }: { secondary?: boolean }) {
  const { t } = useTranslation()
  const start = useStartContent()
  return (
    <>
      {start?.selfRegistration && (
        <Button variant={secondary ? 'secondary' : 'primary'} asChild>
          <Link href="/register">{t('register.again')}</Link>
        </Button>
      )}
      <LoginLink secondary={secondary || start?.selfRegistration === true}>{t('account.toLogin')}</LoginLink>
    </>
  )
}

/** Says that the county does not offer this, instead of a form that the server would reject. */
export function NotOffered({ title, text }: { title: string; text: string }) {
  const { t } = useTranslation()
  return (
    <FormPage title={title}>
      <div className="grid justify-items-start gap-4">
        <p>{text}</p>
        <LoginLink>{t('account.toLogin')}</LoginLink>
      </div>
    </FormPage>
  )
}
