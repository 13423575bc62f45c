import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { makeUser } from '../helpers/factories.ts'
import { createKeyboard } from './keyboard.ts'
import { findPanelFaults, visitPanel } from './panel.ts'
import { describeInBrowser, useSite } from './site.ts'

const timeout = 300_000
const place = '/controlPanel/looksWrong'
const number = '+16125550142'

describeInBrowser("the county's list of suspicious records", () => {
  const site = useSite()
  const db = () => site().server.deps.db

  /** Someone's notice, answered 'This looks wrong'. */
  const answered = async (documentId: string, firstName: string, opened_at: Date | null = new Date()) => {
    const user = await makeUser(db())
    await db()
      .updateTable('user')
      .set({ first_name: firstName, last_name: 'Oakhurst' })
      .where('id', '=', user.id)
      .execute()
    await db().insertInto('phone').values({ owner_id: user.id, number, verified_at: new Date() }).execute()
    await site().post({ id: documentId, grantor: 'OAKHURST PERLA' })
    const { id: event_id } = await db()
      .selectFrom('event')
      .select('id')
      .where('document_id', '=', documentId)
      .executeTakeFirstOrThrow()
    const { id: notice_id } = await db()
      .insertInto('notice')
      .values({
        kind: 'match',
        template: 'match',
        event_id,
        revision: 1,
        user_id: user.id,
        owner_key: user.id,
        channel: 'EMAIL',
        target: user.email,
        state: 'delivered',
        accepted_at: new Date(),
        ended_at: new Date(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const match = { field: 'party', sentence: 'First and last name are the same.', recordRaw: 'OAKHURST PERLA' }
    await db()
      .insertInto('outgoing_event')
      .values({
        user_id: user.id,
        event_id,
        revision: 1,
        alert_id: user.id,
        alert_name: 'Perla Oakhurst',
        criteria: 'Perla Oakhurst',
        channel: 'EMAIL',
        recipient_id: 1,
        target: user.email,
        match: JSON.stringify(match),
        notice_id,
      })
      .execute()
    await db()
      .insertInto('notice_answer')
      .values({ notice_id, event_id, owner_key: user.id, answer: 'wrong', opened_at })
      .execute()
    return user
  }
  const itemOf = (page: Page, documentId: string) => page.getByRole('listitem').filter({ hasText: documentId })
  const shows = (page: Page, text: string) => page.getByText(text, { exact: true }).first().waitFor()

  it('is empty when nothing is waiting', { timeout }, async () => {
    const page = await visitPanel(site(), place)
    await shows(page, 'No Records Found.')
    // The navigation has loaded the count before the test checks whether it shows one.
    await page.waitForFunction(() =>
      performance.getEntriesByType('resource').some(({ name }) => name.includes('support.looksWrongCount')),
    )
    await shows(page, 'No Records Found.')
    expect(await page.getByText(/open reports?$/).count()).toBe(0)
  })

  it('is counted on every page, and shows whom to call about which record', { timeout }, async () => {
    const first = await answered('2026-000801', 'Wilma', null)
    await answered('2026-000802', 'Jonas')
    const page = await visitPanel(site(), '/controlPanel/users')
    const navigation = page.getByRole('navigation', { name: 'Control panel' })
    await navigation.getByText('Alert Admin').click()
    const link = navigation.getByRole('link', { name: 'Suspicious record reports' })
    await link.getByText('2 open reports').waitFor({ state: 'attached' })
    await page.getByRole('button', { name: 'Menu' }).click()
    await page.getByRole('link', { name: '2 open reports' }).click()
    await page.waitForURL(`**${place}`)
    await page.getByRole('heading', { level: 1, name: 'Suspicious record reports' }).waitFor()
    await page.getByText('Displaying Results: 1-2 of 2').waitFor()
    const names = page.getByRole('main').getByRole('heading', { level: 2 })
    expect(await names.allTextContents()).toEqual([
      expect.stringMatching(/^Jonas Oakhurst /),
      `Wilma Oakhurst ${first.username}`,
    ])

    // Until it is opened, the report is counted next to Control Panel.
    const panel = page.getByRole('banner').getByRole('link', { name: 'Control Panel' })
    await panel.getByText('1 unopened report').waitFor({ state: 'attached' })
    await page.getByRole('link', { name: 'Open report: Wilma Oakhurst, 2026-000801' }).click()
    await page.getByRole('heading', { level: 1, name: 'Suspicious record report' }).waitFor()
    await page.getByText(/^First opened /).waitFor()
    await panel.getByText('1 unopened report').waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'All reports' }).click()

    const item = itemOf(page, '2026-000801')
    await item.getByText('Verified', { exact: true }).waitFor()
    expect(await item.getByRole('link', { name: '(612) 555-0142' }).getAttribute('href')).toBe(`tel:${number}`)
    expect(await item.getByRole('link', { name: first.email }).getAttribute('href')).toBe(`mailto:${first.email}`)
    const facts = item.locator('dl > div')
    const record = await facts.evaluateAll((all) => all.map((one) => [...one.children].map((part) => part.textContent)))
    expect(record).toContainEqual(['Number', '2026-000801'])
    expect(record).toContainEqual(['From', 'OAKHURST PERLA'])
    // A name that is also its alert's appears once.
    await item.getByText('Alert Perla Oakhurst. The record shows:').waitFor()
    await item.getByText('First and last name are the same.').waitFor()

    await item.getByRole('link', { name: 'Wilma Oakhurst' }).click()
    await page.getByRole('heading', { level: 1, name: `User (${first.username})` }).waitFor()
  })

  it('a resolved report leaves the list, and can be undone or reopened later', { timeout }, async () => {
    const page = await visitPanel(site(), place)
    const mark = page.getByRole('button', { name: 'Resolve: Jonas Oakhurst, 2026-000802' })
    await mark.click()
    await shows(page, 'Jonas Oakhurst: resolved.')
    await page.getByText('Displaying Results: 1-1 of 1').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await shows(page, 'Jonas Oakhurst: reopened.')
    await page.getByText('Displaying Results: 1-2 of 2').waitFor()

    await mark.click()
    await page.getByText('Displaying Results: 1-1 of 1').waitFor()
    await page.getByLabel('Show reports').selectOption('Resolved')
    await page.waitForURL(/looksWrong=dealtWith/)
    await itemOf(page, '2026-000802')
      .getByText(/^Resolved .* by panel\.county/)
      .waitFor()
    await page.reload()
    await page.getByRole('button', { name: 'Reopen: Jonas Oakhurst, 2026-000802' }).click()
    await shows(page, 'No Records Found.')
    await page.getByLabel('Show reports').selectOption('Open')
    await page.getByText('Displaying Results: 1-2 of 2').waitFor()
  })

  it('shows the second person who resolved it', { timeout }, async () => {
    const [page, other] = [await visitPanel(site(), place), await visitPanel(site(), place)]
    const button = { name: 'Resolve: Wilma Oakhurst, 2026-000801' }
    await other.getByRole('button', button).waitFor()
    await page.getByRole('button', button).click()
    await shows(page, 'Wilma Oakhurst: resolved.')
    await other.getByRole('button', button).click()
    const warning = other.getByRole('alertdialog')
    await warning.getByText(/^panel\.county\.\w+ already resolved this\.$/).waitFor()
    await warning.getByRole('button', { name: 'Close' }).click()
    await other.getByText('Displaying Results: 1-1 of 1').waitFor()
  })

  it('works by keyboard, from resolving to undoing', { timeout }, async () => {
    const page = await visitPanel(site(), place)
    const keys = createKeyboard(page)
    await keys.press('Resolve: Jonas Oakhurst, 2026-000802')
    await shows(page, 'Jonas Oakhurst: resolved.')
    // No row is left.
    await keys.at('Suspicious record reports')
    await page.keyboard.press('F8')
    await keys.tabTo('Undo')
    await page.keyboard.press('Enter')
    await shows(page, 'Jonas Oakhurst: reopened.')
    await page.getByText('Displaying Results: 1-1 of 1').waitFor()
    // The toast had the focus and is gone, so the focus returns to where the reader was.
    await keys.at('Suspicious record reports')
    await page.keyboard.press('F8')
    await keys.tabTo('Close message')
    await page.keyboard.press('Enter')
    await keys.at('Suspicious record reports')
  })

  it('is accessible, light and dark, at every width', { timeout }, async () => {
    const page = await visitPanel(site(), place)
    await page.getByText('Displaying Results').waitFor()
    expect(await findPanelFaults(page)).toEqual([])
    await page.goto(`${place}?looksWrong=dealtWith`)
    await page.getByText('Displaying Results').waitFor()
    expect(await findPanelFaults(page)).toEqual([])
  })
})
