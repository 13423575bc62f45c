import { createElement, lazy, type ComponentType } from 'react'
import { settingsGroups, settingsKeys } from '#shared/settings/groups.ts'
import type { SavedGroup } from '../features/settings/group-queries.ts'

/**
 * The pages of the control panel. To add one:
 * - one line in `panelPages` below; its link in the navigation (panel-navigation.ts) appears automatically if the
 *   specification names one there;
 * - its texts in shared/texts/en/panel-<area>.ts, with one line in panel.ts in the same folder.
 *
 * A page is drawn inside the frame, in its `<main>`: it begins with `<PageTitle>` and its cards follow. Only
 * administrators reach it. `useLeaveGuard` (lib/dialogs/leave-guard.ts) asks before unsaved changes are left.
 */
export type PanelPage = {
  /** wouter's pattern; letters match in either case. */
  path: string
  page: ComponentType
  /** Only for FOREVER and TRIMIN. */
  technical?: true
  /** For phones that get texts; hidden when the county sends none. */
  needsTexts?: true
  /**
   * The page whose navigation link is marked current when this page has no link of its own: the list that an entry
   * belongs to.
   */
  under?: string
}

/** A page whose script loads when it is opened. */
const lazyPage = (load: () => Promise<ComponentType>): ComponentType => lazy(async () => ({ default: await load() }))

/**
 * The pages of the settings groups: one component renders all of them. Purge Now is an action with a page of its own.
 */
const settingsPages = settingsKeys
  .filter((key): key is SavedGroup => key !== 'userPurgeNow')
  .map((key): PanelPage => {
    const { page, section } = settingsGroups[key]
    return {
      path: `/controlPanel/${page}`,
      page: lazyPage(async () => {
        const { SettingsPage } = await import('#client/features/settings/settings-page.tsx')
        return () => createElement(SettingsPage, { group: key })
      }),
      ...(section === 'Technical' ? { technical: true } : {}),
    }
  })

export const panelPages: readonly PanelPage[] = [
  ...settingsPages,
  {
    path: '/controlPanel/userLockout2',
    page: lazyPage(async () => (await import('#client/features/settings/end-sessions-page.tsx')).EndSessionsPage),
  },
  {
    path: '/controlPanel/userPurgeNow',
    page: lazyPage(async () => (await import('#client/features/settings/purge-now-page.tsx')).PurgeNowPage),
  },
  {
    path: '/controlPanel/alerts',
    page: lazyPage(async () => (await import('../features/alerts/panel/alert-list-page.tsx')).AlertListPage),
  },
  {
    path: '/controlPanel/alerts/:id',
    under: '/controlPanel/alerts',
    page: lazyPage(async () => (await import('../features/alerts/panel/alert-entry-page.tsx')).AlertEntryPage),
  },
  {
    path: '/controlPanel/alertsView/:id',
    under: '/controlPanel/alerts',
    page: lazyPage(async () => (await import('../features/alerts/panel/alert-view-page.tsx')).AlertViewPage),
  },
  {
    path: '/controlPanel/alertsOutsideRoll',
    under: '/controlPanel/alerts',
    page: lazyPage(
      async () => (await import('../features/alerts/panel/alerts-outside-roll-page.tsx')).AlertsOutsideRollPage,
    ),
  },
  {
    path: '/controlPanel/emails',
    page: lazyPage(async () => (await import('../features/recipients/panel/emails-page.tsx')).EmailsPage),
  },
  {
    path: '/controlPanel/phones',
    needsTexts: true,
    page: lazyPage(async () => (await import('../features/recipients/panel/phones-page.tsx')).PhonesPage),
  },
  {
    path: '/controlPanel/performanceMonitoring',
    technical: true,
    page: lazyPage(
      async () => (await import('#client/features/monitoring/open-monitoring-page.tsx')).OpenMonitoringPage,
    ),
  },
  {
    path: '/controlPanel/HelloWorld',
    technical: true,
    page: lazyPage(async () => (await import('../features/recipients/panel/hello-world-page.tsx')).HelloWorldPage),
  },
  {
    path: '/controlPanel/LandNotificationOneAlerts',
    technical: true,
    page: lazyPage(async () => (await import('../features/legacy/migration-page.tsx')).MigrationPage),
  },
  {
    path: '/controlPanel/users',
    page: lazyPage(async () => (await import('../features/users/user-list-page.tsx')).UserListPage),
  },
  {
    path: '/controlPanel/users/:id',
    under: '/controlPanel/users',
    page: lazyPage(async () => (await import('../features/users/user-entry-page.tsx')).UserEntryPage),
  },
  {
    path: '/controlPanel/userPassword/:id',
    under: '/controlPanel/users',
    page: lazyPage(async () => (await import('../features/users/user-password-page.tsx')).UserPasswordPage),
  },
  {
    path: '/controlPanel/looksWrong',
    page: lazyPage(
      async () =>
        (await import('../features/support/suspicious-records/suspicious-records-page.tsx')).SuspiciousRecordsPage,
    ),
  },
  {
    path: '/controlPanel/looksWrong/:id',
    under: '/controlPanel/looksWrong',
    page: lazyPage(async () => (await import('../features/support/suspicious-records/report-page.tsx')).ReportPage),
  },
  {
    path: '/controlPanel/heldNotices',
    page: lazyPage(async () => (await import('#client/features/feeds/held-notices-page.tsx')).HeldNoticesPage),
  },
  {
    path: '/controlPanel/auditLogReport',
    page: lazyPage(async () => (await import('#client/features/reports/audit-report-page.tsx')).AuditReportPage),
  },
  {
    path: '/controlPanel/feeds',
    technical: true,
    page: lazyPage(async () => (await import('#client/features/feeds/feeds-page.tsx')).FeedsPage),
  },
  {
    path: '/controlPanel/feeds/:id',
    technical: true,
    under: '/controlPanel/feeds',
    page: lazyPage(async () => (await import('#client/features/feeds/feed-page.tsx')).FeedPage),
  },
  {
    path: '/controlPanel/parcelRoll',
    technical: true,
    page: lazyPage(async () => (await import('#client/features/roll/roll-page.tsx')).RollPage),
  },
  {
    path: '/controlPanel/feedWhoTold',
    technical: true,
    under: '/controlPanel/feeds',
    page: lazyPage(async () => (await import('../features/feeds/match-preview-page.tsx')).MatchPreviewPage),
  },
]
