import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { makeUser } from '../helpers/factories.ts'
import { describeInBrowser, useSite } from './site.ts'
import { waitForDialogFocus, createKeyboard } from './keyboard.ts'
import { visitPanel } from './panel.ts'

const timeout = 120_000
const desk = { width: 1280, height: 800 }

const shown = (page: Page, results: string) =>
  page.getByText(`Displaying Results: ${results}`, { exact: true }).waitFor()

describeInBrowser("the panel's lists by keyboard alone", () => {
  const site = useSite()
  const db = () => site().server.deps.db
  const open = async (path: string, look = desk) => {
    const page = await visitPanel(site(), path, look)
    const keys = createKeyboard(page)
    await keys.skip()
    return { page, keys }
  }
  const userNamed = (username: string) =>
    db().selectFrom('user').select(['id', 'role', 'status', 'city']).where('username', '=', username).executeTakeFirst()

  it('users: filters, pages, changes one, opens one, and returns to the same list', { timeout }, async () => {
    for (let made = 10; made < 23; made += 1) await makeUser(db(), { username: `keys.many.${made}` })
    await makeUser(db(), { username: 'keys.many.shut', status: 'I' })
    const { page, keys } = await open('/controlPanel/users')
    await shown(page, '1-10 of 16')
    const [file] = await Promise.all([page.waitForEvent('download'), keys.press('Export')])
    expect(file.suggestedFilename()).toMatch(/\.xlsx$/)
    await page.getByText('users.xlsx was saved.', { exact: true }).waitFor()
    await keys.typeIn({ Find: 'keys.many' })
    await shown(page, '1-10 of 14')
    await keys.choose('Status', 'Active')
    await shown(page, '1-10 of 13')
    await keys.open('Next')
    await shown(page, '11-13 of 13')
    await keys.at('Next')
    await keys.tabTo('Edit: keys.many.22', { back: true })
    await page.keyboard.press('Enter')
    await keys.at('User (keys.many.22)')
    await keys.tabTo('City', { exact: false })
    await keys.write('Ashdale')
    await keys.press('Save')
    await keys.answer('User saved.', 'Close')
    // The list as it was left, and the focus where its page begins.
    await shown(page, '11-13 of 13')
    await keys.onPage('User Manager')
    expect(new URL(page.url()).search).toBe('?find=keys.many&status=A&page=2')
    expect(await userNamed('keys.many.22')).toMatchObject({ city: 'Ashdale' })
    await keys.press('Clear')
    await shown(page, '1-10 of 16')
    await keys.at('Find by user')

    await keys.tabTo('Find', { back: true })
    await keys.write('keys.many.shut')
    await shown(page, '1-1 of 1')
    await keys.open('Edit: keys.many.shut')
    await keys.at('User (keys.many.shut)')
    await page.getByText('This user is not active.').waitFor()
    await keys.press('Activate')
    await keys.answer('User activated.', 'Close')
    // All fields are rendered again, now enabled; the focus is on the first.
    await keys.at('User type')
    await keys.tabTo('City', { exact: false })
    await keys.write('Ashdale')
    await keys.open('Back to the list')
    await keys.dismiss('Leave without saving?')
    await keys.at('Back to the list')
    await page.keyboard.press('Enter')
    await keys.answer('Leave without saving?', 'Leave')
    await keys.onPage('User Manager')
    await keys.open('Password: keys.many.shut')
    await keys.at('Reset Password (keys.many.shut)')
    await keys.typeIn({ 'New password': 'WinterOrchard#7', 'Confirm password': 'WinterOrchard#7' })
    await keys.press('Update')
    await keys.answer('Password updated.', 'Close')
    await keys.onPage('User Manager')
  })

  it('users, on a phone: creates, unlocks, deactivates, deletes', { timeout }, async () => {
    const [username, next] = ['keys.phone.made', 'keys.phone.next']
    await makeUser(db(), { username: next, status: 'L' })
    const { page, keys } = await open('/controlPanel/users?find=keys.phone', { width: 360, height: 740 })
    await shown(page, '1-1 of 1')
    await keys.open('New')
    await keys.at('User (new*)')
    await keys.press('Save')
    await keys.answer('Please fix 6 things', 'OK')
    await keys.at('Username')
    await keys.choose('User type', 'GUEST')
    await keys.typeIn({
      Username: username,
      Password: 'WinterOrchard#7',
      'Confirm password': 'WinterOrchard#7',
      'First name': 'Perla',
      'Last name': 'Quarrington',
      Email: 'perla@example.org',
    })
    await keys.press('Save')
    await keys.answer('User created.', 'Close')
    await keys.onPage('User Manager')
    await shown(page, '1-2 of 2')
    expect(await userNamed(username)).toMatchObject({ role: 'GUEST', status: 'A' })

    /** In a card the rarer actions are behind More. */
    const toDeed = async (action: string, of: string) => {
      const more = page.getByRole('button', { name: `More for ${of}` })
      if ((await more.isVisible()) && (await more.getAttribute('aria-expanded')) === 'false')
        await keys.press(`More for ${of}`)
      await keys.tabTo(`${action}: ${of}`)
    }
    const question = 'User was locked out due to suspicious activties. Continue to activate?'
    await toDeed('Activate', next)
    await keys.askedInVain(`Activate: ${next}`, question)
    expect(await userNamed(next)).toMatchObject({ status: 'L' })
    await page.keyboard.press('Enter')
    await keys.answer(question, 'Yes')
    await keys.answer('User activated.', 'Close')
    await keys.at(`Deactivate: ${next}`)
    await page.keyboard.press('Enter')
    await keys.answer('User deactivated.', 'Close')
    await keys.at(`Activate: ${next}`)
    expect(await userNamed(next)).toMatchObject({ status: 'I' })

    await toDeed('Delete', username)
    await keys.askedTwice(`Delete: ${username}`, `Delete User ${username}?`, 'Yes, delete')
    await keys.answer('User deleted.', 'Close')
    expect(await userNamed(username)).toBeUndefined()
    // The row is gone: on to the one that took its place.
    await shown(page, '1-1 of 1')
    await keys.at(next)
  })

  it('alerts: finds by user, creates, changes, switches status, deletes', { timeout }, async () => {
    const { id: owner } = await makeUser(db(), { username: 'wren.halloway', firstName: 'Wren', lastName: 'Halloway' })
    const { page, keys } = await open('/controlPanel/alerts')
    const users = page.getByRole('dialog', { name: 'Users' })
    const lookUp = async (find: string, row: string) => {
      await waitForDialogFocus(users)
      await keys.typeIn({ Find: find })
      await expect.poll(() => users.getByRole('listitem').allTextContents()).toEqual([row])
      await keys.press(row)
      await users.waitFor({ state: 'hidden' })
    }
    await shown(page, '1-4 of 4')
    await keys.press('Find by user')
    await waitForDialogFocus(users)
    await page.keyboard.press('Escape')
    await users.waitFor({ state: 'hidden' })
    await keys.at('Find by user')
    await page.keyboard.press('Enter')
    await lookUp('wren', 'wren.halloway (Wren Halloway)')
    await page.getByText('No Records Found.').waitFor()
    await keys.press('Remove filter User: wren.halloway')
    await shown(page, '1-4 of 4')
    await keys.at('Find by user')

    await keys.tabTo('New', { back: true })
    await page.keyboard.press('Enter')
    await keys.at('Alert')
    await keys.press('Lookup: Email address')
    await keys.answer('First select a User.', 'Close')
    await keys.at('Lookup: Email address')
    await keys.press('Done')
    await keys.answer('Please fix', 'OK')
    await keys.at('Lookup: User')
    await page.keyboard.press('Enter')
    await lookUp('wren', 'wren.halloway (Wren Halloway)')
    // The button that opened the look-up has given way to this one, and back.
    await keys.at('Clear user')
    await page.keyboard.press('Enter')
    await keys.at('Lookup: User')
    await page.keyboard.press('Enter')
    await lookUp('wren', 'wren.halloway (Wren Halloway)')
    await keys.tabTo('Person', { exact: false })
    await page.keyboard.press('ArrowDown')
    await keys.typeIn({ 'Business or trust name': 'Halloway Orchards LLC', 'Email address': 'wren@example.org' })
    await keys.check('I agree to get emails')
    await keys.tabTo('Clear user', { back: true })
    await page.keyboard.press('Enter')
    await keys.answer('Please first clear the email and phone fields.', 'Close')
    await keys.at('Clear user')
    await keys.press('Done')
    await keys.answer('Alert saved.', 'Close')
    await keys.onPage('Alert List')
    const saved = () =>
      db().selectFrom('alert').select(['name', 'status']).where('user_id', '=', owner).executeTakeFirst()
    expect(await saved()).toEqual({ name: 'Halloway Orchards LLC', status: 'A' })

    await keys.typeIn({ Find: 'halloway' })
    await shown(page, '1-1 of 1')
    await keys.open('Edit: Halloway Orchards LLC')
    await keys.at('Alert')
    // The form comes after its title, and moves what stands below it.
    await page.getByLabel('Alert Nickname').waitFor()
    await keys.tabTo('Alert Nickname', { exact: false })
    await keys.write('Orchard')
    await keys.press('Done')
    await keys.answer('Alert saved.', 'Close')
    await keys.onPage('Alert List')
    await keys.press('Deactivate: Orchard')
    await keys.answer('Alert deactivated.', 'Close')
    await keys.at('Activate: Orchard')
    expect(await saved()).toEqual({ name: 'Orchard', status: 'I' })
    await keys.askedTwice('Delete: Orchard', 'Delete Alert Orchard?', 'Yes, delete')
    await keys.answer('Alert deleted.', 'Close')
    expect(await saved()).toBeUndefined()
    // No row is left: on from the top of the page.
    await keys.onPage('Alert List')
  })

  it('a migrated alert; emails and phones with their alerts and actions', { timeout }, async () => {
    await db()
      .insertInto('alert')
      .values({ name: 'Old watch', alert_type: 'PARCEL_ID', parcel_id: '17-03', criteria: '17-03', rule_version: 1 })
      .execute()
    await db().insertInto('phone').values({ number: '+16125550191', validation_attempts: 3 }).execute()
    const { page, keys } = await open('/controlPanel/alerts?find=Old+watch')
    await keys.open('View: Old watch')
    await keys.at('Alert')
    await keys.askedTwice('Delete', 'Delete Alert?', 'Yes, delete')
    await keys.answer('Alert deleted.', 'Close')
    await keys.onPage('Alert List')

    // By the navigation, which opens a page with the focus on its title.
    await keys.tabTo('Emails', { back: true })
    await page.keyboard.press('Enter')
    await keys.onPage('Emails')
    await keys.typeIn({ Find: 'demo' })
    await page.getByText(/^Displaying Results: 1-\d of \d$/).waitFor()
    await keys.tabTo('Alerts (', { exact: false })
    await page.keyboard.press('Enter')
    await keys.onPage('Alert List')
    await keys.tabTo('Remove filter Email: ', { exact: false })

    await keys.tabTo('Phones', { back: true })
    await page.keyboard.press('Enter')
    await keys.onPage('Phones')
    await keys.typeIn({ Find: '5550191' })
    await shown(page, '1-1 of 1')
    const phone = '(612) 555-0191'
    const deed = async (action: string, question: string, told: string, then: string) => {
      await keys.askedTwice(`${action}: ${phone}`, question, 'Yes')
      await keys.answer(told, 'Close')
      await keys.at(`${then}: ${phone}`)
    }
    await deed('Validate', `Validate phone ${phone}?`, 'was validated.', 'Invalidate')
    await deed('Reset', `Reset phone ${phone}?`, 'were reset.', 'Reset')
    await deed('SMS', `Text phone ${phone}?`, 'Text sent to', 'SMS')
    await deed('Invalidate', `Invalidate phone ${phone}?`, 'was invalidated.', 'Validate')
    expect(await site().outbox('+16125550191')).toHaveLength(1)
  })
})
