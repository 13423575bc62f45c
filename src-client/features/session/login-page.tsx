import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useSearch } from 'wouter'
import { defaultLanguage } from '#shared/contract/languages.ts'
import { Banner } from '#client/components/ui/banner.tsx'
import { isAnswer, messageOf } from '#client/lib/errors.ts'
import { destinationAfterLogin } from '#client/lib/navigation.ts'
import { useStartContent } from '#client/lib/start-content.ts'
import { hasDrafts } from '#client/lib/drafts.ts'
import { forgetReader } from '#client/lib/session.ts'
import { trpc } from '#client/lib/trpc.ts'
import { LoginForm } from './login-form.tsx'
import { LoginLayout } from './login-layout.tsx'

const quiet = { meta: { handled: true }, retry: false } as const

/** The county's news and links: what cannot be loaded is left out (end-user.md, section 8). */
function usePublicContent() {
  const news = trpc.auth.loginPageLatestNews.useQuery(undefined, quiet)
  const links = trpc.auth.loginPageLinks.useQuery(undefined, quiet)
  return {
    news: (news.data?.content.paragraphs ?? []).filter((item) => item.heading || item.paragraphContent),
    links: (links.data?.content.paragraphs ?? []).filter((item) => item.heading && item.paragraphContent),
  }
}

/** Log in, and then on to where the visitor wanted to go. */
export function LoginPage() {
  const { t } = useTranslation()
  const [, navigate] = useLocation()
  const search = useSearch()
  const start = useStartContent()
  const content = usePublicContent()
  const utils = trpc.useUtils()
  const [refusal, setRefusal] = useState<string>()
  const login = trpc.auth.login.useMutation({
    meta: { handled: true },
    onMutate: () => setRefusal(undefined),
    onError: (error) => setRefusal(isAnswer(error) ? messageOf(error) : t('login.failed')),
    onSuccess: (reply) => {
      // Nothing of an earlier visitor may stay.
      void forgetReader()
      utils.currentUser.loginStatus.setData(undefined, reply)
      navigate(destinationAfterLogin(search))
    },
  })
  const asked = new URLSearchParams(search)
  const notice = asked.has('ended')
    ? t(hasDrafts() ? 'login.endedKept' : 'login.ended')
    : asked.has('next') && t('login.needed')

  return (
    <LoginLayout county={start?.county || t('login.theCounty')} {...content}>
      {notice && !refusal && !login.isPending && <Banner>{notice}</Banner>}
      <LoginForm
        languages={start?.languages ?? []}
        defaultLanguage={defaultLanguage}
        pending={login.isPending}
        refusal={refusal}
        onSubmit={(credentials) => {
          if (!login.isPending) login.mutate(credentials)
        }}
      />
    </LoginLayout>
  )
}
