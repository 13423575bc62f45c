import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Role } from '#shared/contract/roles.ts'
import { makeUser } from '../helpers/factories.ts'
import type { House, Look } from './house.ts'

type Visit = Look & { role?: Role; username?: string }

/** A page of the control panel as a new administrator sees it: of COUNTY unless said otherwise. */
export async function visitPanel(house: House, path: string, { role = 'COUNTY', username, ...look }: Visit = {}) {
  const page = await house.visit(look)
  const account = await makeUser(house.server.deps.db, { role, ...(username ? { username } : {}) })
  const data = { username: account.username, password: account.password }
  const answer = await page.request.post('/api/auth/login', { data, headers: { origin: house.url } })
  expect(await answer.json()).toMatchObject({ ok: true })
  await openPanel(page, path)
  return page
}

/** Opens a page of the control panel, and waits until it is there. */
export async function openPanel(page: Page, path: string): Promise<void> {
  await page.goto(`/controlPanel/${path}`)
  await page.locator('main h1').waitFor()
}
