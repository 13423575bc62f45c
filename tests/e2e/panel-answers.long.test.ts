import { expect, it } from 'vitest'
import { makeUser } from '../helpers/factories.ts'
import { describeInBrowser, useHouse } from './house.ts'
import { panelFaults, visitPanel } from './panel.ts'

const timeout = 180_000
const place = '/controlPanel/looksWrong'

describeInBrowser("the county's list of notices that looked wrong", () => {
  const house = useHouse()
  const db = () => house().server.deps.db

  /** Someone's notice, answered 'This looks wrong'. */
  const answered = async (documentId: string) => {
    const user = await makeUser(db())
    await house().post({ id: documentId, grantor: 'OAKHURST PERLA' })
    const event = await db().selectFrom('event').select('id').where('document_id', '=', documentId).executeTakeFirst()
    const { id } = await db()
      .insertInto('notice')
      .values({
        kind: 'match',
        template: 'match',
        event_id: event?.id ?? 0,
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
    await db()
      .insertInto('notice_answer')
      .values({ notice_id: id, event_id: event?.id ?? 0, owner_key: user.id, answer: 'wrong' })
      .execute()
    return user
  }

  it('is empty, and nothing waits', { timeout }, async () => {
    const page = await visitPanel(house(), place)
    await page.getByText('No Records Found.').waitFor()
    expect(await page.getByText('notice looked wrong').count()).toBe(0)
  })

  it('is counted on every page, leads to the user, and is dealt with', { timeout }, async () => {
    const first = await answered('2026-000801')
    const second = await answered('2026-000802')
    const page = await visitPanel(house(), '/controlPanel/users')
    const navigation = page.getByRole('navigation', { name: 'Control panel' })
    await navigation.getByText('Alert Admin').click()
    const link = navigation.getByRole('link', { name: 'Notices that looked wrong' })
    await link.getByText('2 notices looked wrong').waitFor({ state: 'attached' })
    await page.getByRole('button', { name: 'Menu' }).click()
    await page.getByRole('link', { name: '2 notices looked wrong' }).click()
    await page.waitForURL(`**${place}`)
    await page.getByRole('heading', { level: 1, name: 'Notices that looked wrong' }).waitFor()
    await page.getByText('Displaying Results: 1-2 of 2').waitFor()
    const rows = page.getByRole('row').filter({ hasText: '2026-0008' })
    expect(await rows.first().textContent()).toContain('2026-000802')
    await rows.first().getByText('Recorded ').waitFor()

    await page.getByRole('link', { name: first.username }).click()
    await page.getByRole('heading', { level: 1, name: `User (${first.username})` }).waitFor()
    await page.goBack()
    await page.getByRole('button', { name: `Mark as dealt with: ${second.username}` }).click()
    await page.getByText('Marked as dealt with.', { exact: true }).waitFor()
    await page.getByText('Displaying Results: 1-1 of 1').waitFor()
    await page.getByRole('link', { name: '1 notice looked wrong' }).waitFor()
    await page.getByLabel('Show those dealt with too').check()
    await page.getByText(/^Dealt with .* by panel\.county/).waitFor()
    await page.reload()
    await page.getByText('Displaying Results: 1-2 of 2').waitFor()
  })

  it('is accessible, light and dark, at every width', { timeout }, async () => {
    const page = await visitPanel(house(), `${place}?wrongShow=all`)
    await page.getByText('Displaying Results').waitFor()
    expect(await panelFaults(page)).toEqual([])
  })
})
