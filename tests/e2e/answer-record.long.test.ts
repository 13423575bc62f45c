import type { Page } from 'playwright-core'
import { expect, it, vi } from 'vitest'
import { startJourney } from './journey-count.ts'
import { createKeyboard } from './keyboard.ts'
import { findPageFaults } from './page-faults.ts'
import { resize } from './resize.ts'
import { describeInBrowser, useSite } from './site.ts'

const timeout = 300_000
const phone = { width: 360, height: 640 }
const desk = { width: 1440, height: 900 }
const sizes = [phone, desk]
const parcel = '17-03-123-045'
/** Pixels of the labels of a printed record: 10rem. */
const labelWidth = 160

describeInBrowser('a resident answers a record', () => {
  const site = useSite()

  /** The newest email or text about a document, and the notice's link in it. */
  const messageAbout = (id: string, channel: 'EMAIL' | 'PHONE') =>
    vi.waitFor(
      async () => {
        const found = (await site().outbox()).find((one) => one.channel === channel && one.text.includes(id))
        const link = /http\S+\/notice\/[\w-]+/.exec(found?.text ?? '')?.[0]
        expect(link).toBeTruthy()
        return { text: found?.text ?? '', link: link ?? '' }
      },
      { timeout: 60_000, interval: 100 },
    )
  const answersOf = async (id: string) =>
    (
      await site()
        .server.deps.db.selectFrom('notice_answer')
        .innerJoin('event', 'event.id', 'notice_answer.event_id')
        .select('answer')
        .where('document_id', '=', id)
        .execute()
    ).map(({ answer }) => answer)
  const bottom = async (part: ReturnType<Page['getByRole']>) => {
    const box = await part.boundingBox()
    return (box?.y ?? Infinity) + (box?.height ?? 0)
  }
  const cardAbout = (page: Page, id: string) =>
    page
      .getByRole('listitem')
      .filter({ hasText: id })
      .filter({ has: page.getByRole('button', { name: 'I expected this' }) })
  let posted = 0
  /** A deed that names the resident and lists her parcel. */
  const postDeed = async () => {
    posted += 1
    const id = `2026-95000${posted}`
    await site().post({ id, grantor: 'BRANDVOLD THESSALY R', parcels: [parcel] })
    return id
  }

  it.each(sizes)('from the link of an email and of a text, at $width', { timeout }, async (size) => {
    const id = await postDeed()
    // A phone gets the text first, and a desk the email; the other message then shows the answer.
    const [first, second] = size === phone ? (['PHONE', 'EMAIL'] as const) : (['EMAIL', 'PHONE'] as const)
    const page = await site().visit(size)
    const main = page.getByRole('main')
    const journey = await startJourney(page)
    const { text, link } = await messageAbout(id, first)
    await journey.follow('the message', text, link)
    await journey.see('A new record matches your alert')
    await page.getByRole('heading', { name: 'Do you recognize this record?' }).waitFor()
    if (size === phone) {
      for (const name of ['I expected this', 'This is not about me', 'This looks wrong'])
        expect(await bottom(main.getByRole('button', { name }))).toBeLessThanOrEqual(phone.height)
      expect(await bottom(main.getByRole('link', { name: '(612) 555-0100' }).first())).toBeLessThanOrEqual(phone.height)
    }
    await main.getByRole('button', { name: 'I expected this' }).click()
    await journey.see('You said: I expected this')
    const { screens, presses } = journey.finish(`From the message to an answer, ${size.width} px`)
    expect([screens, presses]).toEqual([3, 2])
    expect.soft(await findPageFaults(page), `answered from ${first}`).toEqual([])

    await page.goto((await messageAbout(id, second)).link)
    await page.getByRole('heading', { name: 'You said: I expected this' }).waitFor()
    await page.getByRole('button', { name: 'Change my answer' }).click()
    await page.getByRole('heading', { name: 'Do you recognize this record?' }).waitFor()
    expect.soft(await findPageFaults(page), 'the notice').toEqual([])
    await main.getByRole('button', { name: 'This is not about me' }).click()
    await page.getByRole('heading', { name: 'One more question' }).waitFor()
    expect.soft(await findPageFaults(page), 'the question about the parcel').toEqual([])
    await main.getByRole('button', { name: 'Yes, and this looks wrong' }).click()
    await page.getByRole('heading', { name: 'You said: This looks wrong' }).waitFor()
    await main.getByRole('link', { name: '(612) 555-0100' }).waitFor()
    expect.soft(await findPageFaults(page), `answered from ${second}`).toEqual([])
    expect(await answersOf(id)).toContain('wrong')
  })

  it.each(sizes)('on home, in place, by keyboard alone, at $width', { timeout }, async (size) => {
    const { db } = site().server.deps
    const page = await site().visitHome(size)
    const keys = createKeyboard(page)
    const lines = page.locator('ol > li button[aria-expanded]')
    await lines.first().waitFor()
    // The first three wait on home, the rest is one press away.
    expect(await lines.count()).toBe(3)
    await page.getByRole('link', { name: /^\d+ more records$/ }).waitFor()
    expect.soft(await findPageFaults(page, { widths: [640, 320] }), 'home').toEqual([])
    await resize(page, size)

    const before = (await db.selectFrom('notice_answer').selectAll().execute()).length
    await keys.press('I expected this')
    // The next record opens, and the focus is on its line.
    await page.locator('button[aria-expanded="true"]:focus').waitFor()
    await page.getByRole('heading', { name: 'You said: I expected this' }).waitFor()
    expect((await db.selectFrom('notice_answer').selectAll().execute()).length).toBe(before + 1)
    // The next record moves up into the three, and the answer stays visible.
    await expect.poll(() => lines.count(), { timeout: 60_000 }).toBe(3)
    await page.getByRole('heading', { name: 'You said: I expected this' }).waitFor()
    expect.soft(await findPageFaults(page), 'home with an answer').toEqual([])
    await resize(page, size)
    await keys.press('Change my answer')
    await keys.at('Do you recognize this record?')
    expect((await db.selectFrom('notice_answer').selectAll().execute()).length).toBe(before)

    await keys.press('This looks wrong')
    await keys.at('You said: This looks wrong')
    await keys.press('Take my report back')
    await keys.at('Do you recognize this record?')
  })

  it('asks on home about the resident’s own parcel before it mutes a record', { timeout }, async () => {
    const { db } = site().server.deps
    // All others are answered, so that only this one waits.
    await db
      .insertInto('notice_answer')
      .columns(['notice_id', 'event_id', 'owner_key', 'answer'])
      .expression((eb) =>
        eb
          .selectFrom('notice')
          .select(['id', 'event_id', 'owner_key', eb.val('expected').as('answer')])
          .where('kind', '=', 'match')
          .where('event_id', 'is not', null)
          .where('id', 'not in', eb.selectFrom('notice_answer').select('notice_id')),
      )
      .execute()
    const id = await postDeed()
    const page = await site().visitHome(phone)
    const card = cardAbout(page, id)
    await card.waitFor({ timeout: 60_000 })
    await card.getByRole('button', { name: 'This is not about me' }).click()
    await page.getByRole('heading', { level: 4, name: 'One more question' }).waitFor()
    await page.getByRole('button', { name: 'No, it’s not my property' }).click()
    await page.getByRole('heading', { name: 'You said: This is not about me' }).waitFor()
    expect(await answersOf(id)).toEqual(['not-me'])
    // Nothing waits any more, and the line says so.
    await page.getByText(/records matched your alerts in the last 30 days\. You’ve answered them\./).waitFor({
      timeout: 60_000,
    })
    await page.reload()
    await page.getByRole('heading', { name: 'My Alerts' }).waitFor()
    expect(await page.getByRole('heading', { name: /needs? your answer/ }).count()).toBe(0)
  })

  it.each(sizes)('finds a record in the history by its number and type, at $width', { timeout }, async (size) => {
    const id = await postDeed()
    const page = await site().visitHome(size)
    await page.getByText(id).first().waitFor({ timeout: 60_000 })
    await page.goto('/home?show=history')
    const history = page.getByRole('dialog', { name: 'Alert History' })
    const row = history.locator('summary', { hasText: id })
    await row.waitFor()
    // The newest record that waits is open.
    await history.getByRole('heading', { name: 'Notified' }).first().waitFor()
    // A short list has its filters folded.
    await history
      .getByRole('search')
      .locator('details')
      .evaluate((item) => item.setAttribute('open', ''))
    await history.getByLabel('Find', { exact: false }).first().fill(id.slice(-6))
    await history.getByText('Displaying Results: 1-1 of 1').waitFor()
    await row.click()
    await history.getByRole('heading', { name: 'Matched' }).waitFor({ state: 'hidden' })
    await row.click()
    await history.getByRole('heading', { name: 'Matched' }).waitFor()
    expect.soft(await findPageFaults(page), 'the history').toEqual([])
    await resize(page, size)
    await history.getByLabel('Find', { exact: false }).first().fill('lis pend')
    await history.getByText(/Displaying Results: 1-\d+ of \d+/).waitFor()
    await expect
      .poll(() => history.locator('li summary').allTextContents())
      .toEqual([expect.stringContaining('Lis Pendens')])
  })

  it('prints a notice in columns of fixed width', { timeout }, async () => {
    const owners = ['BRANDVOLD THESSALY R', `BRANDVOLD THESSALY ${'AND OTHERS '.repeat(12)}`]
    for (const [index, grantor] of owners.entries())
      for (const paper of [{ width: 720, height: 960 }, phone]) {
        const id = `2026-95100${index}${paper.width}`
        await site().post({ id, grantor, parcels: index === 0 ? [parcel] : [parcel, '17-03-200-011'] })
        const page = await site().visit(paper)
        await page.goto((await messageAbout(id, 'EMAIL')).link)
        const rows = page.locator('dl > div')
        await rows.filter({ hasText: parcel }).waitFor()
        await page.emulateMedia({ media: 'print' })
        const readWidths = () =>
          rows.evaluateAll((all) => [
            ...new Set(all.map((row) => Math.round(row.querySelector('dt')?.getBoundingClientRect().width ?? 0))),
          ])
        await expect.poll(readWidths).toEqual([labelWidth])
        const side = await rows.first().evaluate((row) => {
          const [label, value] = [...row.children].map((part) => part.getBoundingClientRect())
          return label !== undefined && value !== undefined && value.left >= label.right && value.top === label.top
        })
        expect(side, 'label and value stand beside each other').toBe(true)
      }
  })
})
