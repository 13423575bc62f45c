import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { findPageFaults } from './page-faults.ts'
import { describeInBrowser, useSite } from './site.ts'
import { mailedLink } from './valid-links.ts'

const timeout = 180_000
const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor()

// No resident is silenced without a message about it.
describeInBrowser.each([
  { width: 360, theme: 'dark' },
  { width: 1440, theme: 'light' },
] as const)('a resident $width pixels wide, $theme', (look) => {
  const site = useSite()
  const db = () => site().server.deps.db
  const pausedUntil = async (id: number) =>
    (await db().selectFrom('alert').select('paused_until').where('id', '=', id).executeTakeFirstOrThrow()).paused_until

  it('undoes a pause by the link in the email; a program that opens it changes nothing', { timeout }, async () => {
    const { rows } = await sql<{ id: number; address: string }>`
      select l.alert_id as id, e.address from alert_email l join email_address e on e.id = l.email_id
      where e.verified_at is not null order by 1 limit 1`.execute(db())
    const { id, address } = rows[0]!
    const home = await site().visitHome()
    const pause = await home.request.post('/trpc/userView.alertPause', {
      data: { alertId: id, pausedUntil: '01/01/2099' },
      headers: { origin: site().url },
    })
    expect(pause.status()).toBe(200)
    // The minute in which further changes join the message.
    await sql`update delivery set next_attempt_at = now() from notice n
      where n.id = notice_id and n.template = 'notices-changed'`.execute(db())
    const link = await mailedLink(site(), 'undo', address)

    const page = await site().visit(look)
    for (let opened = 0; opened < 2; opened += 1) {
      await page.goto(link)
      await title(page, 'Was this you?')
    }
    expect(await pausedUntil(id)).toBe('2099-01-01')
    expect.soft(await findPageFaults(page), 'before the press').toEqual([])
    await page.getByRole('button', { name: 'This was not me' }).click()
    await title(page, 'Your alerts are back')
    expect(await pausedUntil(id)).toBeNull()
    expect.soft(await findPageFaults(page), 'after it').toEqual([])
    // A second press, from a page that was open meanwhile, or the link again: it says so.
    await page.goto(link)
    await title(page, 'Your alerts are back')
    expect(await page.getByRole('button', { name: 'This was not me' }).count()).toBe(0)
  })

  it(
    'shows on home what still goes to a former email, and sends it to the new one with one press',
    { timeout },
    async () => {
      await sql`update email_address e set former_contact = true from "user" u
      where u.id = e.owner_id and e.address_key = lower(u.email)`.execute(db())
      await sql`update "user" set email = 'moved@lantern-street.example' where username = 'demo.user'`.execute(db())
      const page = await site().visitHome(look)
      await page.getByText(/still go(es)? to/).waitFor()
      expect.soft(await findPageFaults(page), 'home').toEqual([])
      await page.getByRole('button', { name: /^Send (it|them) to moved@lantern-street\.example too$/ }).click()
      await page
        .getByRole('alertdialog')
        .getByText(/^Changed to moved@lantern-street\.example\./)
        .waitFor()
      await page.getByRole('button', { name: 'Close' }).click()
      await expect.poll(() => page.getByText(/still go(es)? to/).count()).toBe(0)
    },
  )
})
