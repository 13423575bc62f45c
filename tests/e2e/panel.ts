import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Role } from '#shared/contract/roles.ts'
import { makeUser } from '../helpers/factories.ts'
import type { House, Look } from './house.ts'

/** A page of the control panel, opened by a new administrator of that role. */
export async function visitPanel(house: House, path: string, look?: Look, role: Role = 'COUNTY'): Promise<Page> {
  const { username, password } = await makeUser(house.server.deps.db, {
    role,
    username: `panel.${role.toLowerCase()}.${Math.random().toString(36).slice(2, 8)}`,
  })
  const page = await house.visit(look)
  const answer = await page.request.post('/api/auth/login', {
    data: { username, password },
    headers: { origin: house.url },
  })
  expect(await answer.json()).toMatchObject({ ok: true })
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).waitFor()
  return page
}

const anyDialog = '[role=dialog], [role=alertdialog]'

/** What a page shows now, light and dark: every fault of accessibility, and every width at which it scrolls sideways. */
export async function panelFaults(page: Page): Promise<string[]> {
  const faults: string[] = []
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
    await page.waitForFunction((wanted) => document.documentElement.dataset.theme === wanted, theme)
    // What lies behind a dialog has been looked at already.
    const axe = new AxeBuilder({ page })
    if ((await page.locator(anyDialog).count()) > 0) axe.include(anyDialog)
    const { violations } = await axe.analyze()
    for (const { id, nodes } of violations) faults.push(`${theme}: ${id}: ${nodes.map(({ html }) => html).join(' ')}`)
  }
  const before = page.viewportSize()
  for (const width of [1440, 640, 360, 320]) {
    await page.setViewportSize({ width, height: 800 })
    const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
    if (over > 0) faults.push(`at ${width} px it scrolls ${over} px sideways`)
  }
  if (before) await page.setViewportSize(before)
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  return faults
}
