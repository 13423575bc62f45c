import { expect, it } from 'vitest'
import { createKeyboard } from './keyboard.ts'
import { findPageFaults } from './page-faults.ts'
import { describeInBrowser, useSite } from './site.ts'

const timeout = 300_000

describeInBrowser('records that may be about the reader', () => {
  const site = useSite()

  const exceptions = () => site().server.deps.db.selectFrom('alert_exception').select('written').execute()
  const countStored = async () =>
    (await site().server.deps.db.selectFrom('possible_match').select('event_id').execute()).length

  it('are collected by a new alert, counted in its form, and answered with one press each', { timeout }, async () => {
    const { visitHome, post } = site()
    const page = await visitHome()
    await page.goto('/home?alert=new')
    const setup = page.getByRole('dialog', { name: 'Alert Setup' })
    const weekly = setup.getByRole('checkbox', { name: /^Weekly email of possible matches/ })
    expect(await weekly.isChecked()).toBe(true)
    await setup.getByLabel('First name').fill('Robert')
    await setup.getByLabel('Last name').fill('Lee')
    await setup.getByRole('checkbox', { name: /^Nicknames/ }).check()
    await setup.getByLabel('I agree to get emails').check()
    await setup.getByRole('button', { name: 'Done' }).click()
    await setup.getByText('When a record matches, we’ll notify you').waitFor()

    // The sample records have some, too.
    const before = await countStored()
    await post({ id: '2026-920001', grantor: 'LEE BOB' })
    await post({ id: '2026-920002', grantor: 'LEE, ROBBIE' })
    await post({ id: '2026-920003', grantor: 'BOB LEE' })
    await expect.poll(countStored, { timeout: 60_000 }).toBe(before + 3)

    await page.goto('/home')
    const card = page.getByRole('region', { name: 'Maybe about you' })
    await card.getByRole('heading', { level: 3 }).first().waitFor()
    const items = card.getByRole('listitem')
    expect(await items.count()).toBe(3)
    expect(await findPageFaults(page)).toEqual([])
    // Nothing of them waits for an answer, and no message was sent.
    expect(
      await page
        .getByRole('region', { name: /need your answer/ })
        .getByText('2026-9200')
        .count(),
    ).toBe(0)
    expect((await site().outbox()).filter(({ text }) => text.includes('2026-92000'))).toEqual([])

    const bob = items.filter({ hasText: '2026-920001' })
    await bob.getByRole('button', { name: 'This is not about me' }).click()
    const answered = bob.getByRole('heading', { name: 'You said: This is not about me' })
    await answered.waitFor()
    await expect.poll(() => answered.evaluate((heading) => heading === document.activeElement)).toBe(true)
    // The other record of the same spelling is settled too.
    await items.filter({ hasText: '2026-920003' }).waitFor({ state: 'hidden' })
    expect(await exceptions()).toEqual([{ written: 'LEE BOB' }])
    expect(await findPageFaults(page)).toEqual([])
    await bob.getByRole('button', { name: 'Change my answer' }).click()
    await items.filter({ hasText: '2026-920003' }).waitFor()
    expect(await exceptions()).toEqual([])

    // The form's preview counts them by grade.
    const { id } = await site()
      .server.deps.db.selectFrom('alert')
      .select('id')
      .where('criteria', '=', 'Robert Lee')
      .executeTakeFirstOrThrow()
    await page.goto(`/home?alert=${id}`)
    await setup.getByText('In the weekly email: 3 possible').waitFor()
    await setup.locator('label').filter({ hasText: 'Nicknames · adds 3 possible' }).waitFor()
    expect(await findPageFaults(page)).toEqual([])
  })

  it('are answered by keyboard on a phone, in the history too', { timeout }, async () => {
    const page = await site().visitHome({ width: 360, height: 740 })
    const keys = createKeyboard(page)
    await page.goto('/home?show=history')
    const history = page.getByRole('dialog', { name: 'Alert History' })
    const total = await countStored()
    await history.getByRole('link', { name: `Maybe about you (${total})` }).waitFor()
    await keys.press(`Maybe about you (${total})`)
    const results = history.getByText(`Displaying Results: 1-${total} of ${total}`)
    await results.waitFor()
    expect(await findPageFaults(page)).toEqual([])
    await keys.press('I expected this')
    await expect.poll(async () => (await keys.focused()).name).toContain('You said: I expected this')
    // It stays in the list, with its answer.
    await results.waitFor()
    expect(await history.getByRole('button', { name: 'I expected this' }).count()).toBe(total - 1)
    expect(await findPageFaults(page)).toEqual([])
  })
})
