import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useSearch } from 'wouter'
import { Banner } from '#client/components/ui/banner.tsx'
import { trpcClient } from '#client/lib/client.ts'
import { isAnswer, messageOf } from '#client/lib/errors.ts'
import { destinationAfterLogin } from '#client/lib/navigation.ts'
import { useStartContent } from '#client/lib/start-content.ts'
import { hasDrafts } from '#client/lib/drafts.ts'
import { forgetReader } from '#client/lib/session.ts'
import { type Credentials, LoginForm } from './login-form.tsx'
import { LoginLayout } from './login-layout.tsx'
import { CallForHelp, NewUser, RecoveryLinks } from './login-links.tsx'
import { usePublicContent } from './use-public-content.ts'

/** Log in, and then on to where the visitor wanted to go. */
export function LoginPage() {
  const { t } = useTranslation()
  const [, navigate] = useLocation()
  const search = useSearch()
  const start = useStartContent()
  const content = usePublicContent()
  const [refusal, setRefusal] = useState<string>()
  const [pending, setPending] = useState(false)
  const logIn = async (credentials: Credentials) => {
    if (pending) return
    setRefusal(undefined)
    setPending(true)
    try {
      await trpcClient.auth.login.mutate(credentials)
      // Nothing of an earlier visitor may stay.
      await forgetReader()
      navigate(destinationAfterLogin(search))
    } catch (error) {
      setRefusal(isAnswer(error) ? messageOf(error) : t('login.failed'))
    } finally {
      setPending(false)
    }
  }
  const asked = new URLSearchParams(search)
  const notice = asked.has('ended')
    ? t(hasDrafts() ? 'login.endedKept' : 'login.ended')
    : asked.has('next') && t('login.needed')

  return (
    <LoginLayout county={start?.county || t('login.theCounty')} {...content}>
      {notice && !refusal && !pending && <Banner>{notice}</Banner>}
      {start?.lockoutMessage && <Banner tone="warning">{start.lockoutMessage}</Banner>}
      <LoginForm
        languages={start?.languages ?? []}
        pending={pending}
        refusal={refusal}
        onSubmit={(credentials) => void logIn(credentials)}
      />
      {start?.recovery && <RecoveryLinks />}
      {start?.contactPhone && <CallForHelp phone={start.contactPhone} />}
      {start?.selfRegistration && <NewUser />}
    </LoginLayout>
  )
}
