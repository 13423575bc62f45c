import type { Page } from 'playwright-core'
import { expect, it, vi } from 'vitest'
import { findPageFaults } from './page-faults.ts'
import { describeInBrowser, useSite } from './site.ts'

const timeout = 300_000

describeInBrowser('“This is not about me” changes the alert', () => {
  const site = useSite()

  /** The newest notice's link about a document. */
  const linkAbout = (id: string) =>
    vi.waitFor(
      async () => {
        const texts = (await site().outbox()).map(({ text }) => text).filter((text) => text.includes(id))
        const link = texts.map((text) => /http\S+\/notice\/[\w-]+/.exec(text)?.[0]).find(Boolean)
        expect(link).toBeTruthy()
        return link ?? ''
      },
      { timeout: 60_000, interval: 100 },
    )
  const exceptions = () => site().server.deps.db.selectFrom('alert_exception').selectAll().execute()
  const answerNotMe = async (page: Page, link: string) => {
    await page.goto(link)
    await page.getByRole('button', { name: 'This is not about me' }).click()
    await page.getByRole('heading', { name: 'You said: This is not about me' }).waitFor()
  }

  it('asks for a login, then leaves out what was pressed, and undoes it', { timeout }, async () => {
    const { visit, visitHome, post, login } = site()
    const { firstName, lastName, id: alertId } = await readNameAlert()
    const name = `${lastName}, ${firstName} QUENTINA`.toUpperCase()
    await post({ id: '2026-910001', grantor: `${name} & OTTOLINE` })
    const link = await linkAbout('2026-910001')

    const stranger = await visit({ width: 360, height: 780 })
    await answerNotMe(stranger, link)
    await stranger.getByText('log in to leave out records like this one').waitFor()
    expect(await stranger.getByRole('button', { name: /Skip records with/ }).count()).toBe(0)
    await stranger.getByRole('main').getByRole('link', { name: 'Log in' }).click()
    await stranger.getByLabel('Username').fill(login.username)
    await stranger.getByLabel('Password', { exact: true }).fill(login.password)
    await stranger.getByRole('button', { name: 'Log In' }).click()
    await stranger.getByRole('heading', { name: 'You said: This is not about me' }).waitFor()
    await stranger.getByRole('button', { name: 'Skip records with the middle name QUENTINA' }).waitFor()
    expect(await findPageFaults(stranger)).toEqual([])

    const page = await visitHome()
    await page.goto(link)
    await page.getByRole('button', { name: 'Skip records with the middle name QUENTINA' }).click()
    const undo = page.getByRole('main').getByRole('button', { name: 'Undo' })
    await undo.waitFor()
    await expect.poll(() => undo.evaluate((button) => button === document.activeElement)).toBe(true)
    await page.getByText(`We won’t notify you of records that say ${firstName} QUENTINA ${lastName}.`).waitFor()
    expect(await exceptions()).toMatchObject([{ alert_id: alertId, kind: 'middleName', written: 'QUENTINA' }])
    expect(await findPageFaults(page)).toEqual([])
    await undo.click()
    await page.getByRole('button', { name: 'Skip records with the middle name QUENTINA' }).waitFor()
    expect(await exceptions()).toEqual([])
    await page.getByRole('button', { name: 'Skip records with the co-owner OTTOLINE' }).click()
    await undo.waitFor()

    // The alert lists it; it is removed there after a question.
    await page.goto(`/home?alert=${alertId}`)
    const setup = page.getByRole('dialog', { name: 'Alert Setup' })
    await setup.getByRole('heading', { name: 'Left out after “This is not about me”' }).waitFor()
    expect(await findPageFaults(page)).toEqual([])
    await setup.getByRole('button', { name: /^Remove Co-owner OTTOLINE/ }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Yes, remove' }).click()
    await setup.getByRole('heading', { name: 'Left out after “This is not about me”' }).waitFor({ state: 'hidden' })
    expect(await exceptions()).toEqual([])
  })

  async function readNameAlert(): Promise<{ id: number; firstName: string; lastName: string }> {
    const row = await site()
      .server.deps.db.selectFrom('alert')
      .innerJoin('user', 'user.id', 'alert.user_id')
      .select(['alert.id', 'alert.first_name as firstName', 'alert.last_name as lastName'])
      .where('username', '=', site().login.username)
      .where('alert_type', '=', 'NAME')
      .where('alert.status', '=', 'A')
      .orderBy('alert.id')
      .executeTakeFirstOrThrow()
    return row
  }
})
