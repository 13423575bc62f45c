import { lazy, Suspense, useEffect, useLayoutEffect, useRef, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Redirect, useLocation, useSearch } from 'wouter'
import { CountyContact } from '#client/components/layout/county-contact.tsx'
import { PageTitle } from '#client/components/layout/page-title.tsx'
import { ResidentPage } from '#client/components/layout/resident-page.tsx'
import { Card } from '#client/components/ui/card.tsx'
import { LoadFailed } from '#client/components/ui/empty-state.tsx'
import { lazyDialog } from '#client/components/ui/lazy-dialog.tsx'
import { addSpokenTexts } from '#client/lib/i18n/add-spoken-texts.ts'
import { loadCodeTexts } from '#client/lib/i18n/i18n.ts'
import { accountDialog, homePath, loginPathFor } from '#client/lib/navigation.ts'
import { type Rights, rights } from '#shared/contract/roles.ts'
import { getErrorMessage, requiresLogin } from '../lib/api/errors.ts'
import { useStartContent } from '../lib/api/start-content.ts'
import { showMessage } from '../lib/dialogs/prompts.ts'
import { forgetDraftsInTab } from '../lib/drafts.ts'
import { useCurrentUser } from '../lib/session/current-user.ts'
import { setReader } from '../lib/session/session.ts'
import { useQueryParams } from '../lib/use-query-params.ts'
import { DataProvider } from './data-provider.tsx'
import { IdleWatch } from './idle-watch.tsx'
import { PageLoading } from './page-loading.tsx'

addSpokenTexts()

const AccountDialogs = lazyDialog(
  async () => (await import('../features/accounts/profile/account-dialogs.tsx')).AccountDialogs,
)

const AuthenticatorPage = lazy(async () => {
  await loadCodeTexts()
  return { default: (await import('../features/accounts/second-factor/authenticator-page.tsx')).AuthenticatorPage }
})

/** Redirects from a page that the reader's role may not see, with one message. */
function HomeRedirect() {
  const { t } = useTranslation()
  const [, navigate] = useLocation()
  const isNotified = useRef(false)
  useEffect(() => {
    if (isNotified.current) return
    isNotified.current = true
    navigate(homePath, { replace: true })
    void showMessage('INFO', t('errors.notForYou'))
  }, [navigate, t])
  return <PageLoading />
}

type GuardProps = { right: keyof Rights | undefined; children: ReactNode }

function Guard({ right, children }: GuardProps) {
  const { t } = useTranslation()
  const [path] = useLocation()
  const search = useSearch()
  const { change } = useQueryParams()
  const status = useCurrentUser()
  const user = status.data?.content
  // Set before the page's first call: each call says for whom the page was opened.
  useLayoutEffect(() => {
    setReader(
      user && {
        id: user.userId,
        name: user.firstName || user.username,
        role: user.role,
        language: user.language,
        mustSetUpCode: user.mustSetUpCode,
      },
    )
  }, [user])
  const start = useStartContent()
  const isLoginNeeded = requiresLogin(status.error)
  useEffect(() => {
    if (isLoginNeeded) forgetDraftsInTab()
  }, [isLoginNeeded])

  // Checked first: the session may have ended since the last answer.
  if (isLoginNeeded) return <Redirect to={loginPathFor(path + location.search)} replace />
  if (user && right && !rights[user.role][right]) return <HomeRedirect />
  if (user?.mustSetUpCode) {
    return (
      <Suspense fallback={<PageLoading />}>
        <AuthenticatorPage />
      </Suspense>
    )
  }
  if (status.data) {
    return (
      <>
        {children}
        {new URLSearchParams(search).has(accountDialog) && (
          <AccountDialogs user={status.data.content} onClose={() => change({ [accountDialog]: '' })} />
        )}
        {start?.idleMinutes && <IdleWatch minutes={start.idleMinutes} />}
      </>
    )
  }
  if (!status.error) return <PageLoading />
  return (
    <ResidentPage>
      <PageTitle title={t('errors.page')} />
      <Card>
        <LoadFailed title={getErrorMessage(status.error)} hint={t('errors.stillSafe')} query={status} />
        <div className="mt-4">
          <CountyContact />
        </div>
      </Card>
    </ResidentPage>
  )
}

/**
 * Shows a protected page to a logged-in reader for as long as the session lasts; others log in first and return to it.
 * @param right that their role must have; users without it are sent to their home page with a message
 */
export function SessionGuard({ right, children }: GuardProps) {
  return (
    <DataProvider>
      <Guard right={right}>{children}</Guard>
    </DataProvider>
  )
}
