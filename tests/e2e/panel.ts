import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Role } from '#shared/contract/roles.ts'
import { makeUser } from '../helpers/factories.ts'
import { findPageFaults } from './page-faults.ts'
import type { Site, VisitOptions } from './site.ts'

let administrators = 0

/** Opens a page of the control panel as a new administrator of that role. */
export async function visitPanel(site: Site, path: string, look?: VisitOptions, role: Role = 'COUNTY'): Promise<Page> {
  const { username, password } = await makeUser(site.server.deps.db, {
    role,
    username: `panel.${role.toLowerCase()}.${(administrators += 1)}`,
  })
  const page = await site.visit(look)
  // They all log in from one address, more often than allowed.
  await site.server.deps.db.deleteFrom('throttle').execute()
  const answer = await page.request.post('/api/auth/login', {
    data: { username, password },
    headers: { origin: site.url },
  })
  expect(await answer.json()).toMatchObject({ ok: true })
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).waitFor()
  return page
}

/** As `faultsOf`, at the widths of the panel; also in the dark with all rules. */
export const findPanelFaults = (page: Page): Promise<string[]> =>
  findPageFaults(page, { widths: [1440, 640, 360, 320], darkRules: 'all' })

/** Chooses a user in the open lookup, once the list has only that user and no longer moves. */
export async function chooseUser(users: Locator, find: string, row: string): Promise<void> {
  await users.getByLabel('Find').fill(find)
  await expect.poll(() => users.getByRole('listitem').allTextContents()).toEqual([row])
  await users.getByRole('button', { name: row }).click()
}

/** The address of every page of the panel: what the navigation of that page leads to, and an entry of each list. */
export async function findPanelPaths({ server }: Site, page: Page): Promise<string[]> {
  const getId = async (table: 'user' | 'alert' | 'feed') =>
    (await server.deps.db.selectFrom(table).select('id').orderBy('id').executeTakeFirstOrThrow()).id
  const [user, alert, feed] = await Promise.all([getId('user'), getId('alert'), getId('feed')])
  const links = await page
    .getByRole('navigation', { name: 'Control panel' })
    .locator('a:not([target])')
    .evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))
  expect(links.length).toBeGreaterThan(25)
  const entries = ['users/0', `users/${user}`, `userPassword/${user}`, 'alerts/0', `alerts/${alert}`]
  const technical = ['feeds/0', `feeds/${feed}`, 'feedWhoTold']
  return [...new Set(links), ...[...entries, ...technical].map((one) => `/controlPanel/${one}`), '/monitoring']
}
