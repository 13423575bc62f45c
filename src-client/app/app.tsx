import { lazy, Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { matchRoute, Route, useLocation, useRouter } from 'wouter'
import { logWarning } from '#client/lib/log.ts'
import { accountDialog } from '#client/lib/navigation.ts'
import { useStore } from '#client/lib/store.ts'
import { rights } from '#shared/contract/roles.ts'
import { trpcClient } from '../lib/api/client.ts'
import { useCounty, useStartContent } from '../lib/api/start-content.ts'
import { logOut, reader } from '../lib/session/session.ts'
import { useQueryParams } from '../lib/use-query-params.ts'
import { CrashGuard } from './crash-guard.tsx'
import { Hosts } from './hosts.tsx'
import { Layout } from './layout.tsx'
import { PageLoading } from './page-loading.tsx'
import { NotFoundPage, routes } from './routes.ts'

const SessionGuard = lazy(async () => ({ default: (await import('./page-base.ts')).SessionGuard }))

/** The version for the footer. If it cannot be loaded, the footer leaves it out. */
function useServerVersion(): string | undefined {
  const [version, setVersion] = useState<string>()
  useEffect(() => {
    trpcClient.helperdata.productVersions.query().then(
      ({ content }) => setVersion(content.combinedVersion),
      (cause: unknown) => logWarning("The server's version could not be read.", cause),
    )
  }, [])
  return version
}

/** The page for the address, inside the layout of every page. */
export function App() {
  const { t } = useTranslation()
  const { parser } = useRouter()
  const [path] = useLocation()
  const route = routes.find((item) => matchRoute(parser, item.path, path)[0])
  const guarded = route?.loggedIn === true
  const start = useStartContent()
  const known = useCounty()
  const who = useStore(reader)
  const loggedIn = guarded ? who : undefined
  // Until the app is set up, no other page is open.
  const mayMove = loggedIn !== undefined && !loggedIn.mustSetUpCode
  const { change } = useQueryParams()
  const Page = route?.page ?? NotFoundPage

  return (
    <Layout
      county={known?.county ?? ''}
      appTitle={known?.appTitle ?? t('app.defaultTitle')}
      headline={start?.headline ?? ''}
      serverVersion={useServerVersion()}
      greet={loggedIn?.name}
      expectsReader={guarded}
      panel={mayMove && rights[loggedIn.role].controlPanel}
      onProfile={mayMove && rights[loggedIn.role].ownProfile ? () => change({ [accountDialog]: 'profile' }) : undefined}
      onLogOut={() => void logOut()}
    >
      {/* Keyed by the address, so that leaving the page also leaves its crash. */}
      <CrashGuard key={route?.path ?? path}>
        <Suspense fallback={<PageLoading />}>
          {/* Also gives the page the parts of its address. */}
          <Route path={route?.path ?? '*'}>
            {guarded ? (
              <SessionGuard right={route.right}>
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
