import { renderHook } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { useRouter } from 'wouter'
import { loadPanelTexts, startTexts } from '#client/lib/i18n/i18n.ts'
import type { Role } from '#shared/contract/roles.ts'
import { panelPageAt, panelSections } from './panel-navigation.ts'
import { panelPages } from './panel-routes.ts'

beforeAll(async () => {
  startTexts()
  await loadPanelTexts()
})

const { parser } = renderHook(useRouter).result.current
const linksOf = (role: Role) =>
  panelSections(parser, role).map(({ label, links }) => [
    label,
    ...links.map((link) => `${link.label} ${link.href}${link.newWindow ? ' (new window)' : ''}`),
  ])

/** The sections that COUNTY sees, each with its links in order. */
const forCounty = [
  [
    'Alert Admin',
    'Alert List /controlPanel/alerts',
    'Emails /controlPanel/emails',
    'Phones /controlPanel/phones',
    'Alert Settings /controlPanel/alertSettings',
    'Suspicious record reports /controlPanel/looksWrong',
    'Report Settings /controlPanel/reportSettings',
    'Held notices /controlPanel/heldNotices',
  ],
  ['Audit Log Admin', 'Purge Schedule /controlPanel/auditLogPurgeSchedule', 'Report /controlPanel/auditLogReport'],
  [
    'User Admin',
    'Access /controlPanel/userAccess',
    'Lockout step 1 /controlPanel/userLockout',
    'Lockout step 2 /controlPanel/userLockout2',
    'Purge Now /controlPanel/userPurgeNow',
    'Purge Schedule /controlPanel/userPurgeSchedule',
    'User Manager /controlPanel/users',
  ],
  [
    'Web Pages',
    'Common /controlPanel/common',
    'Languages /controlPanel/languages',
    'Home latest news /controlPanel/homeLatestNews',
    'Home external links /controlPanel/homeExternalLinks',
    'Home Selections /controlPanel/homeSelections',
    'Login Page Links /controlPanel/loginPageLinks',
    'Login Page Latest News /controlPanel/loginPageLatestNews',
    'Login Page Slides /controlPanel/loginPageSlides',
    'Login Page Registration and Recovery /controlPanel/loginPageRegistration',
  ],
]
const technical = [
  'Technical',
  'Performance Monitoring /monitoring (new window)',
  'Migration of alerts from the legacy version /controlPanel/LandNotificationOneAlerts',
  'Hello World test text /controlPanel/HelloWorld',
  'Languages /controlPanel/languages',
  'Feeds /controlPanel/feeds',
  'Parcel roll /controlPanel/parcelRoll',
  'Service /controlPanel/service',
]

test.each([
  ['COUNTY', forCounty],
  ['TRIMIN', [...forCounty, technical]],
  ['FOREVER', [...forCounty, technical]],
] as const)('shows %s the links of the specification', (role, expected) => {
  expect(linksOf(role)).toEqual(expected)
})

test('has no page of phones where the county sends no texts', () => {
  const without = panelSections(parser, 'COUNTY', { texts: false }).flatMap(({ links }) =>
    links.map(({ label }) => label),
  )
  expect(without).not.toContain('Phones')
  expect(without).toHaveLength(forCounty.flat().length - forCounty.length - 1)
  expect(panelPageAt(parser, '/controlPanel/phones', false)).toBeUndefined()
})

test('keeps every page of the Technical section for FOREVER and TRIMIN', () => {
  const parts = ['performanceMonitoring', 'LandNotificationOneAlerts', 'HelloWorld', 'feeds', 'feeds/3', 'service']
  for (const part of parts) expect(panelPageAt(parser, `/controlPanel/${part}`)).toMatchObject({ technical: true })
})

test('finds a page in upper or lower case, and no two pages claim one address', () => {
  expect(panelPageAt(parser, '/CONTROLPANEL/USERACCESS')?.path).toBe('/controlPanel/userAccess')
  expect(panelPageAt(parser, '/controlPanel/nowhere')).toBeUndefined()
  const paths = panelPages.map(({ path }) => path.toLowerCase())
  expect(new Set(paths).size).toBe(paths.length)
})
