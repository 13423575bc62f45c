import { Suspense, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, Redirect, Route, useLocation, useRouter } from 'wouter'
import { PageTitle } from '#client/components/layout/page-title.tsx'
import { PanelFrame } from '#client/components/layout/panel-frame.tsx'
import { Button } from '#client/components/ui/button.tsx'
import { Card } from '#client/components/ui/card.tsx'
import { Skeleton } from '#client/components/ui/skeleton.tsx'
import { panelPath } from '#client/lib/navigation.ts'
import { rights } from '#shared/contract/roles.ts'
import { HealthAlarm } from '../features/monitoring/health-alarm.tsx'
import { useTexts } from '../lib/api/start-content.ts'
import { useCurrentUser } from '../lib/session/current-user.ts'
import { CrashGuard } from './crash-guard.tsx'
import { panelPageAt, panelSections } from './panel-navigation.ts'
import { useServiceHealth, usePendingTasks } from './use-pending-tasks.ts'

/** Shown in place of a page that does not exist, with a link back. */
function PanelNotFound({ title, detail }: { title: string; detail: string }) {
  const { t } = useTranslation()
  return (
    <>
      <PageTitle key={title} title={title} />
      <Card>
        <div className="grid justify-items-start gap-4">
          <p>{detail}</p>
          <Button asChild>
            <Link href={panelPath}>{t('panel.forbidden.back')}</Link>
          </Button>
        </div>
      </Card>
    </>
  )
}

/** The control panel: its frame around the page for the address. The guard before it admits only administrators. */
export function PanelScreen() {
  const { t } = useTranslation()
  const { parser } = useRouter()
  const [path] = useLocation()
  const texts = useTexts()
  const { data, refetch } = useCurrentUser()
  const role = data?.content.role ?? 'GUEST'
  // Opening any route of the panel checks the session, even without data to load. The guard leads to the login page
  // when it has ended. The first route was checked just now.
  const checked = useRef(path)
  useEffect(() => {
    if (checked.current === path) return
    checked.current = path
    void refetch()
  }, [path, refetch])
  const health = useServiceHealth()
  const sections = panelSections(parser, role, { pendingTasks: usePendingTasks(health), texts })
  const found = panelPageAt(parser, path, texts)
  const first = sections.flatMap(({ links }) => links).find(({ newWindow }) => !newWindow)
  if (/^\/controlPanel\/?$/i.test(path) && first) return <Redirect to={first.href} replace />

  const Page = found?.page
  return (
    <PanelFrame sections={sections} current={found?.under ?? path}>
      <HealthAlarm health={health} />
      {/* Keyed by the address, so that leaving the page also leaves its crash. */}
      <CrashGuard key={path} inFrame>
        <Suspense fallback={<Skeleton label={t('app.loading')} lines={8} />}>
          {!Page && <PanelNotFound title={t('notFound.title')} detail={t('notFound.detail')} />}
          {Page && found.technical && !rights[role].technical && (
            <PanelNotFound title={t('panel.forbidden.title')} detail={t('panel.forbidden.detail')} />
          )}
          {Page && (!found.technical || rights[role].technical) && (
            <Route path={found.path}>
              <Page />
            </Route>
          )}
        </Suspense>
      </CrashGuard>
    </PanelFrame>
  )
}
