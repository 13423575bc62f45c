import { Activity, Bell, Newspaper, ScrollText, Users, type LucideIcon } from 'lucide-react'
import { matchRoute, type Parser } from 'wouter'
import type { PanelSection, PendingTask } from '#client/components/layout/panel-frame.tsx'
import { text } from '#client/lib/i18n/i18n.ts'
import { basePath, panelPath } from '#client/lib/navigation.ts'
import { rights, type Role } from '#shared/contract/roles.ts'
import { type Section, type SettingsKey, settingsGroups } from '#shared/settings/groups.ts'
import type { enPanelFrame } from '#shared/texts/en/panel-frame.ts'
import { panelPages, type PanelPage } from './panel-routes.ts'

type OwnLink = keyof (typeof enPanelFrame)['panel']['links']
/**
 * A link to a page, by the last part of its path. `settings` names a settings group, which knows its own path; `opens`
 * is for a page in its own window.
 */
type Entry = { page: OwnLink; opens?: string } | { settings: SettingsKey }

/**
 * The side navigation. The specification names its sections and links in this order; Feeds, Parcel roll, Service,
 * suspicious records with their settings, and held notices are additions.
 */
const navigation: readonly { label: Section; icon: LucideIcon; technical?: true; entries: readonly Entry[] }[] = [
  {
    label: 'Alert Admin',
    icon: Bell,
    entries: [
      { page: 'alerts' },
      { page: 'emails' },
      { page: 'phones' },
      { settings: 'alertSettings' },
      { page: 'looksWrong' },
      { settings: 'reports' },
      { page: 'heldNotices' },
    ],
  },
  {
    label: 'Audit Log Admin',
    icon: ScrollText,
    entries: [{ settings: 'auditLogPurgeSchedule' }, { page: 'auditLogReport' }],
  },
  {
    label: 'User Admin',
    icon: Users,
    entries: [
      { settings: 'userAccess' },
      { settings: 'userLockout' },
      { page: 'userLockout2' },
      { settings: 'userPurgeNow' },
      { settings: 'userPurgeSchedule' },
      { page: 'users' },
    ],
  },
  {
    label: 'Web Pages',
    icon: Newspaper,
    entries: [
      { settings: 'common' },
      { settings: 'languages' },
      { settings: 'latestNews' },
      { settings: 'externalLinks' },
      { settings: 'homeSelections' },
      { settings: 'loginPageLinks' },
      { settings: 'loginPageLatestNews' },
      { settings: 'loginPageSlides' },
      { settings: 'loginPageRegistration' },
    ],
  },
  {
    label: 'Technical',
    icon: Activity,
    technical: true,
    entries: [
      { page: 'performanceMonitoring', opens: '/monitoring' },
      { page: 'LandNotificationOneAlerts' },
      { page: 'HelloWorld' },
      { settings: 'languages' },
      { page: 'feeds' },
      { page: 'parcelRoll' },
      { settings: 'service' },
    ],
  },
]

const getPathPart = (entry: Entry) => ('page' in entry ? entry.page : settingsGroups[entry.settings].page)

/** The page at an address, if there is one. `texts` is whether the county sends text messages. */
export function panelPageAt(parser: Parser, path: string, texts = true): PanelPage | undefined {
  return panelPages.find((item) => (texts || !item.needsTexts) && matchRoute(parser, item.path, path)[0])
}

/** The pending tasks of the pages, by page name. */
type PendingTasks = Partial<Record<OwnLink, PendingTask>>

/** The links for one role, only to pages that exist. */
export function panelSections(
  parser: Parser,
  role: Role,
  { pendingTasks = {}, texts = true }: { pendingTasks?: PendingTasks; texts?: boolean } = {},
): PanelSection[] {
  return navigation
    .filter(({ technical }) => !technical || rights[role].technical)
    .map(({ label, icon, entries }) => ({
      label,
      icon,
      links: entries
        .filter((entry) => panelPageAt(parser, `${panelPath}/${getPathPart(entry)}`, texts))
        .map((entry) => ({
          label: 'page' in entry ? text(`panel.links.${entry.page}`) : settingsGroups[entry.settings].link,
          ...('opens' in entry
            ? { href: basePath() + entry.opens, newWindow: true }
            : { href: `${panelPath}/${getPathPart(entry)}` }),
          ...('page' in entry && pendingTasks[entry.page] ? { pendingTask: pendingTasks[entry.page] } : {}),
        })),
    }))
    .filter(({ links }) => links.length > 0)
}
