import { lazy, Suspense } from 'react'
import { matchRoute, Route, useLocation, useRouter } from 'wouter'
import { useTranslation } from 'react-i18next'
import { useCurrentUser, logOut } from '#client/lib/session.ts'
import { useStartContent } from '#client/lib/start-content.ts'
import { trpc } from '#client/lib/trpc.ts'
import { CrashGuard } from './crash-guard.tsx'
import { Hosts } from './hosts.tsx'
import { Layout } from './layout.tsx'
import { PageLoading } from './page-loading.tsx'
import { NotFoundPage, routes } from './routes.ts'

const SessionGuard = lazy(async () => ({ default: (await import('./session-guard.tsx')).SessionGuard }))

/** The page for the address, inside what surrounds every page. */
export function App() {
  const { t } = useTranslation()
  const { parser } = useRouter()
  const [path] = useLocation()
  const route = routes.find((one) => matchRoute(parser, one.path, path)[0])
  const guarded = route?.signedIn === true
  const start = useStartContent()
  const versions = trpc.helperdata.productVersions.useQuery(undefined, { meta: { handled: true }, staleTime: Infinity })
  const user = useCurrentUser(guarded).data?.content
  const Page = route?.page ?? NotFoundPage

  return (
    <Layout
      county={start?.county ?? ''}
      appTitle={start?.appTitle ?? t('app.defaultTitle')}
      headline={start?.headline ?? ''}
      serverVersion={versions.data?.content.combinedVersion}
      greet={guarded && user ? user.firstName || user.username : undefined}
      onLogOut={() => void logOut()}
    >
      {/* A crash stays with its page: the next address starts afresh. */}
      <CrashGuard key={route?.path ?? path}>
        <Suspense fallback={<PageLoading />}>
          {/* Also gives the page the parts of its address. */}
          <Route path={route?.path ?? '*'}>
            {guarded ? (
              <SessionGuard>
                <Page />
              </SessionGuard>
            ) : (
              <Page />
            )}
          </Route>
        </Suspense>
      </CrashGuard>
      <Hosts />
    </Layout>
  )
}
