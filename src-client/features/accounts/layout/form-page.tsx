import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { useTranslation } from 'react-i18next'
import { PageTitle } from '#client/components/layout/page-title.tsx'
import { ResidentPage } from '#client/components/layout/resident-page.tsx'
import { Button } from '#client/components/ui/button.tsx'
import { loginPath } from '#client/lib/navigation.ts'
import { useStartContent } from '#client/lib/api/start-content.ts'

type FormPageProps = { title: string; lead?: string; children: ReactNode }

/** A public page with one form: title, one line, the form in a card. */
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

/** The foot of such a form: its one act, and the way back. */
export function FormPageFoot({ submit, busy, back }: { submit: string; busy: string | false; back: ReactNode }) {
  return (
    <div className="flex flex-wrap gap-3 max-sm:[&>*]:w-full">
      <Button type="submit" busy={busy}>
        {submit}
      </Button>
      {back}
    </div>
  )
}

/** Back to the login page, without a question. */
export function CancelLink() {
  const { t } = useTranslation()
  return (
    <Button variant="secondary" asChild>
      <Link href={loginPath}>{t('account.cancel')}</Link>
    </Button>
  )
}

/** On to the login page, once a page has done its part; beside another way that matters more, in second place. */
export function ToLogin({ children, second }: { children: string; second?: boolean }) {
  return (
    <Button variant={second ? 'secondary' : 'primary'} asChild>
      <Link href={loginPath}>{children}</Link>
    </Button>
  )
}

/** On to a link for a new password: where the one that was followed no longer works, or somebody knows the old one. */
export function ToForgotPassword({ label }: { label?: string }) {
  const { t } = useTranslation()
  return (
    <>
      <Button asChild>
        <Link href="/forgotPassword">{label ?? t('recover.newLink')}</Link>
      </Button>
      <ToLogin second>{t('account.toLogin')}</ToLogin>
    </>
  )
}

/**
 * On to a new registration, where the link of the last one no longer works and the county takes new users; beside
 * another way that matters more, in second place.
 */
export function ToRegisterAgain({ second = false }: { second?: boolean }) {
  const { t } = useTranslation()
  const start = useStartContent()
  return (
    <>
      {start?.selfRegistration && (
        <Button variant={second ? 'secondary' : 'primary'} asChild>
          <Link href="/register">{t('register.again')}</Link>
        </Button>
      )}
      <ToLogin second={second || start?.selfRegistration === true}>{t('account.toLogin')}</ToLogin>
    </>
  )
}

/** What the county does not offer: said instead of a form that would be refused. */
export function NotOffered({ title, text }: { title: string; text: string }) {
  const { t } = useTranslation()
  return (
    <FormPage title={title}>
      <div className="grid justify-items-start gap-4">
        <p>{text}</p>
        <ToLogin>{t('account.toLogin')}</ToLogin>
      </div>
    </FormPage>
  )
}
