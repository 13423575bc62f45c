import { lazy, Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useSearch } from 'wouter'
import { Banner } from '#client/components/ui/banner.tsx'
import { trpcClient } from '#client/lib/api/client.ts'
import { getFieldErrors, isAnswer, getErrorMessage } from '#client/lib/api/errors.ts'
import { pageUser } from '#client/lib/api/page-user.ts'
import { useCounty, useStartContent } from '#client/lib/api/start-content.ts'
import { hasDrafts } from '#client/lib/drafts.ts'
import { loadCodeTexts, text } from '#client/lib/i18n/i18n.ts'
import { destinationAfterLogin } from '#client/lib/navigation.ts'
import { resetReader } from '#client/lib/session/session.ts'
import { notifyTabs } from '#client/lib/session/tab-sync.ts'
import { nameInSentence } from '#shared/settings/county-name.ts'
import { type LoginValues, LoginForm } from './login-form.tsx'
import { LoginLayout } from './login-layout.tsx'
import { CallForHelp, MatchingHelpLink, NewUserLink, RecoveryLinks } from './login-links.tsx'
import { usePublicContent } from './use-public-content.ts'

// Few accounts use an authenticator app, so others need not load this step.
const CodeStep = lazy(async () => {
  await loadCodeTexts()
  return { default: (await import('./code-step.tsx')).CodeStep }
})

/** Why the session ended; undefined if the lockout message below says so. */
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
  // Set once the server asks for a code, which means that the password was right.
  const [awaitingCode, setAwaitingCode] = useState<LoginValues>()
  const logIn = async (credentials: LoginValues, code?: string) => {
    if (pending) return
    setRefusal(undefined)
    setPending(true)
    try {
      const { content: user } = await trpcClient.auth.login.mutate({
        ...credentials,
        ...(code === undefined ? {} : { code }),
      })
      // Nothing of an earlier visitor may stay in memory.
      await resetReader()
      notifyTabs(user.userId)
      navigate(destinationAfterLogin(search))
    } catch (error) {
      const asksForCode = getFieldErrors(error).code !== undefined
      if (asksForCode) setAwaitingCode(credentials)
      // The first error about the code only means that one is required.
      if (asksForCode && code === undefined) return
      setRefusal(isAnswer(error) ? getErrorMessage(error) : t('login.failed'))
    } finally {
      setPending(false)
    }
  }
  const startOver = () => {
    setAwaitingCode(undefined)
    setRefusal(undefined)
  }
  return { refusal, pending, awaitingCode, logIn, startOver }
}

/** Login, and then the page that the visitor asked for. */
export function LoginPage() {
  const { t } = useTranslation()
  const search = useSearch()
  const start = useStartContent()
  const known = useCounty()
  const phone = known?.contactPhone
  const content = usePublicContent()
  const { refusal, pending, awaitingCode, logIn, startOver } = useLogin()
  // The form is empty, whoever used the page before.
  useEffect(() => pageUser.set(undefined), [])
  const asked = new URLSearchParams(search)
  const closed = start?.lockoutMessage
  const ended = asked.get('ended')
  const notice = ended === null ? asked.has('next') && t('login.needed') : endedNotice(ended, closed)

  return (
    <LoginLayout county={nameInSentence(known?.county ?? '', t('login.theCounty'))} {...content}>
      {notice && !refusal && !pending && !awaitingCode && <Banner>{notice}</Banner>}
      {/* A rejected login already shows this message. */}
      {closed && refusal !== closed && (
        <Banner tone="warning">{asked.has('ended') ? t('login.closed', { message: closed }) : closed}</Banner>
      )}
      {awaitingCode ? (
        <Suspense>
          <CodeStep
            pending={pending}
            refusal={refusal}
            onSubmit={(code) => logIn(awaitingCode, code)}
            onBack={startOver}
          />
        </Suspense>
      ) : (
        <LoginForm
          languages={start?.languages ?? []}
          pending={pending}
          refusal={refusal}
          onSubmit={(credentials) => void logIn(credentials)}
        />
      )}
      {start?.recovery && !awaitingCode && <RecoveryLinks />}
      {phone && <CallForHelp phone={phone} />}
      {start?.selfRegistration && !awaitingCode && <NewUserLink />}
      {!awaitingCode && <MatchingHelpLink />}
    </LoginLayout>
  )
}
