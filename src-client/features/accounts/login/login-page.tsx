import { lazy, Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useSearch } from 'wouter'
import { Banner } from '#client/components/ui/banner.tsx'
import { trpcClient } from '#client/lib/api/client.ts'
import { fieldsOf, isAnswer, messageOf } from '#client/lib/api/errors.ts'
import { loadCodeTexts, text } from '#client/lib/i18n/i18n.ts'
import { destinationAfterLogin } from '#client/lib/navigation.ts'
import { useStartContent } from '#client/lib/api/start-content.ts'
import { hasDrafts } from '#client/lib/drafts.ts'
import { pageUser } from '#client/lib/api/page-user.ts'
import { forgetReader } from '#client/lib/session/session.ts'
import { tellTabs } from '#client/lib/session/tab-sync.ts'
import { type Credentials, LoginForm } from './login-form.tsx'
import { LoginLayout } from './login-layout.tsx'
import { CallForHelp, NewUser, RecoveryLinks } from './login-links.tsx'
import { usePublicContent } from './use-public-content.ts'

// Few use an authenticator app; the login page of the others need not carry it.
const CodeStep = lazy(async () => {
  await loadCodeTexts()
  return { default: (await import('./code-step.tsx')).CodeStep }
})

/** Why the page that was open is closed; undefined where the lockout, which stands below, says it. */
function endedNotice(ended: string, closed: string | undefined): string | undefined {
  if (ended === 'other') return text(hasDrafts() ? 'login.endedOtherKept' : 'login.endedOther')
  if (ended === 'out') return text('login.endedOut')
  return closed ? undefined : text(hasDrafts() ? 'login.endedKept' : 'login.ended')
}

/** Logs in with the password and, for an account that uses one, a code; then opens the page that was asked for. */
function useLogin() {
  const { t } = useTranslation()
  const [, navigate] = useLocation()
  const search = useSearch()
  const [refusal, setRefusal] = useState<string>()
  const [pending, setPending] = useState(false)
  // Set once the server has asked for a code: the password was right.
  const [awaiting, setAwaiting] = useState<Credentials>()
  const logIn = async (credentials: Credentials, code?: string) => {
    if (pending) return
    setRefusal(undefined)
    setPending(true)
    try {
      const { content: user } = await trpcClient.auth.login.mutate({
        ...credentials,
        ...(code === undefined ? {} : { code }),
      })
      // Nothing of an earlier visitor may stay.
      await forgetReader()
      tellTabs(user.userId)
      navigate(destinationAfterLogin(search))
    } catch (error) {
      const asksForCode = fieldsOf(error).code !== undefined
      if (asksForCode) setAwaiting(credentials)
      // The first answer about the code only says that one is needed.
      if (asksForCode && code === undefined) return
      setRefusal(isAnswer(error) ? messageOf(error) : t('login.failed'))
    } finally {
      setPending(false)
    }
  }
  const startOver = () => {
    setAwaiting(undefined)
    setRefusal(undefined)
  }
  return { refusal, pending, awaiting, logIn, startOver }
}

/** Log in, and then on to where the visitor wanted to go. */
export function LoginPage() {
  const { t } = useTranslation()
  const search = useSearch()
  const start = useStartContent()
  const content = usePublicContent()
  const { refusal, pending, awaiting, logIn, startOver } = useLogin()
  // Whoever was here, the form is for anybody.
  useEffect(() => pageUser.set(undefined), [])
  const asked = new URLSearchParams(search)
  const closed = start?.lockoutMessage
  const ended = asked.get('ended')
  const notice = ended === null ? asked.has('next') && t('login.needed') : endedNotice(ended, closed)

  return (
    <LoginLayout county={start?.county || t('login.theCounty')} {...content}>
      {notice && !refusal && !pending && !awaiting && <Banner>{notice}</Banner>}
      {/* A log-in that was refused says it itself. */}
      {closed && refusal !== closed && (
        <Banner tone="warning">{asked.has('ended') ? t('login.closed', { message: closed }) : closed}</Banner>
      )}
      {awaiting ? (
        <Suspense>
          <CodeStep pending={pending} refusal={refusal} onSubmit={(code) => logIn(awaiting, code)} onBack={startOver} />
        </Suspense>
      ) : (
        <LoginForm
          languages={start?.languages ?? []}
          pending={pending}
          refusal={refusal}
          onSubmit={(credentials) => void logIn(credentials)}
        />
      )}
      {start?.recovery && !awaiting && <RecoveryLinks />}
      {start?.contactPhone && <CallForHelp phone={start.contactPhone} />}
      {start?.selfRegistration && !awaiting && <NewUser />}
    </LoginLayout>
  )
}
