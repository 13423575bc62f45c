import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { makeUser } from '../helpers/factories.ts'
import { waitForDialogFocus, createKeyboard } from './keyboard.ts'
import { visitPanel } from './panel.ts'
import { describeInBrowser, useSite } from './site.ts'

const timeout = 300_000
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
    await keys.run([
      ['see', 'users.xlsx was saved.', { exact: true }],
      ['typeIn', { Find: 'keys.many' }],
      ['results', '1-10 of 14'],
      ['choose', 'Status', 'Active'],
      ['results', '1-10 of 13'],
      ['press', 'Next'],
      ['results', '11-13 of 13'],
      ['at', 'Next'],
      ['press', 'Edit: keys.many.22', { back: true }],
      ['at', 'User (keys.many.22)'],
      ['tabTo', 'City', { exact: false }],
      ['write', 'Ashdale'],
      ['press', 'Save'],
      ['answer', 'User saved.', 'Close'],
      // The list as it was left, with the focus at the start of its page.
      ['results', '11-13 of 13'],
      ['onPage', 'User Manager'],
      () => expect(new URL(page.url()).search).toBe('?status=A&page=2'),
      async () => expect(await userNamed('keys.many.22')).toMatchObject({ city: 'Ashdale' }),
      ['press', 'Clear'],
      ['results', '1-10 of 16'],
      ['at', 'Find by user'],

      ['tabTo', 'Find', { back: true }],
      ['write', 'keys.many.shut'],
      ['results', '1-1 of 1'],
      ['press', 'Edit: keys.many.shut'],
      ['at', 'User (keys.many.shut)'],
      ['see', 'This user is not active.'],
      ['press', 'Activate'],
      ['answer', 'User activated.', 'Close'],
      // All fields are rendered again, now enabled; the focus is on the first.
      ['at', 'User type'],
      ['tabTo', 'City', { exact: false }],
      ['write', 'Ashdale'],
      ['press', 'Back to the list'],
      ['dismiss', 'Leave without saving?'],
      ['at', 'Back to the list'],
      ['key', 'Enter'],
      ['answer', 'Leave without saving?', 'Leave'],
      ['onPage', 'User Manager'],
      ['press', 'Password: keys.many.shut'],
      ['at', 'Reset Password (keys.many.shut)'],
      ['typeIn', { 'New password': 'WinterOrchard#7', 'Confirm password': 'WinterOrchard#7' }],
      ['press', 'Update'],
      ['answer', 'Password updated.', 'Close'],
      ['onPage', 'User Manager'],
    ])
  })

  it('users, on a phone: creates, unlocks, deactivates, deletes', { timeout }, async () => {
    const [username, next] = ['keys.phone.made', 'keys.phone.next']
    await makeUser(db(), { username: next, status: 'L' })
    const { page, keys } = await open('/controlPanel/users?find=keys.phone', { width: 360, height: 740 })
    await keys.run([
      ['results', '1-1 of 1'],
      ['press', 'New'],
      ['at', 'User (new*)'],
      ['press', 'Save'],
      ['answer', 'Please fix 6 things', 'OK'],
      ['at', 'Username'],
      ['choose', 'User type', 'GUEST'],
      [
        'typeIn',
        {
          Username: username,
          Password: 'WinterOrchard#7',
          'Confirm password': 'WinterOrchard#7',
          'First name': 'Perla',
          'Last name': 'Quarrington',
          Email: 'perla@example.org',
        },
      ],
      ['press', 'Save'],
      ['answer', 'User created.', 'Close'],
      ['onPage', 'User Manager'],
      ['results', '1-2 of 2'],
    ])
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
    await keys.run([
      ['askedInVain', `Activate: ${next}`, question],
      async () => expect(await userNamed(next)).toMatchObject({ status: 'L' }),
      ['key', 'Enter'],
      ['answer', question, 'Yes'],
      ['answer', 'User activated.', 'Close'],
      ['at', `Deactivate: ${next}`],
      ['key', 'Enter'],
      ['see', `User deactivated. ${next} can’t log in and gets no more notices.`, { exact: true }],
      ['at', `Activate: ${next}`],
    ])
    expect(await userNamed(next)).toMatchObject({ status: 'I' })

    await toDeed('Delete', username)
    await keys.run([
      ['askedTwice', `Delete: ${username}`, `Delete User ${username}?`, 'Yes, delete'],
      ['answer', 'User deleted.', 'Close'],
      async () => expect(await userNamed(username)).toBeUndefined(),
      // The row is gone, and the focus moves to the one that took its place.
      ['results', '1-1 of 1'],
      ['at', next],
    ])
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
    await keys.run([
      ['key', 'Escape'],
      () => users.waitFor({ state: 'hidden' }),
      ['at', 'Find by user'],
      ['key', 'Enter'],
    ])
    await lookUp('wren', 'wren.halloway (Wren Halloway)')
    await keys.run([
      ['see', 'No Records Found.'],
      ['press', 'Remove filter User: wren.halloway'],
      ['results', '1-4 of 4'],
      ['at', 'Find by user'],

      ['press', 'New', { back: true }],
      ['at', 'Alert'],
      ['press', 'Lookup: Email address'],
      ['answer', 'First select a User.', 'Close'],
      ['at', 'Lookup: Email address'],
      ['press', 'Done'],
      ['answer', 'Please fix', 'OK'],
      ['at', 'Lookup: User'],
      ['key', 'Enter'],
    ])
    await lookUp('wren', 'wren.halloway (Wren Halloway)')
    // The button that opened the lookup was replaced by this one, and vice versa.
    await keys.run([
      ['at', 'Clear user'],
      ['key', 'Enter'],
      ['at', 'Lookup: User'],
      ['key', 'Enter'],
    ])
    await lookUp('wren', 'wren.halloway (Wren Halloway)')
    await keys.run([
      ['tabTo', 'Person', { exact: false }],
      ['key', 'ArrowDown'],
      ['typeIn', { 'Business or trust name': 'Halloway Orchards LLC', 'Email address': 'wren@example.org' }],
      ['check', 'The person with this address agrees'],
      ['press', 'Clear user', { back: true }],
      ['answer', 'Please first clear the email and phone fields.', 'Close'],
      ['at', 'Clear user'],
      ['press', 'Done'],
      ['answer', 'Alert saved.', 'Close'],
      ['onPage', 'Alert List'],
    ])
    const saved = () =>
      db().selectFrom('alert').select(['name', 'status']).where('user_id', '=', owner).executeTakeFirst()
    expect(await saved()).toEqual({ name: 'Halloway Orchards LLC', status: 'A' })

    await keys.run([
      ['typeIn', { Find: 'halloway' }],
      ['results', '1-1 of 1'],
      ['press', 'Edit: Halloway Orchards LLC'],
      ['at', 'Alert'],
      // The form appears after its title, and moves the rest below it.
      () => page.getByLabel('Alert Nickname').waitFor(),
      ['tabTo', 'Alert Nickname', { exact: false }],
      ['write', 'Orchard'],
      ['press', 'Done'],
      ['answer', 'Alert saved.', 'Close'],
      ['onPage', 'Alert List'],
      ['press', 'Deactivate: Orchard'],
      ['see', 'Alert deactivated. No one gets notices from “Orchard” now.', { exact: true }],
      ['at', 'Activate: Orchard'],
      async () => expect(await saved()).toEqual({ name: 'Orchard', status: 'I' }),
      ['askedTwice', 'Delete: Orchard', 'Delete Alert Orchard?', 'Yes, delete'],
      ['answer', 'Alert deleted.', 'Close'],
      async () => expect(await saved()).toBeUndefined(),
      // No row is left, so the focus is at the top of the page.
      ['onPage', 'Alert List'],
    ])
  })

  it('a migrated alert; emails and phones with their alerts and actions', { timeout }, async () => {
    await db()
      .insertInto('alert')
      .values({ name: 'Old watch', alert_type: 'PARCEL_ID', parcel_id: '17-03', criteria: '17-03', rule_version: 1 })
      .execute()
    await db().insertInto('phone').values({ number: '+16125550191', validation_attempts: 3 }).execute()
    const { keys } = await open('/controlPanel/alerts?find=Old+watch')
    await keys.run([
      ['press', 'View: Old watch'],
      ['at', 'Alert'],
      ['askedTwice', 'Delete', 'Delete Alert?', 'Yes, delete'],
      ['answer', 'Alert deleted.', 'Close'],
      ['onPage', 'Alert List'],

      // By the navigation, which opens a page with the focus on its title.
      ['press', 'Emails', { back: true }],
      ['onPage', 'Emails'],
      ['typeIn', { Find: 'family@' }],
      ['results', '1-1 of 1'],
      ['press', 'Alerts (', { exact: false }],
      ['onPage', 'Alert List'],
      ['tabTo', 'Remove filter Email: ', { exact: false }],

      ['press', 'Phones', { back: true }],
      ['onPage', 'Phones'],
      ['typeIn', { Find: '5550191' }],
      ['results', '1-1 of 1'],
    ])
    const phone = '(612) 555-0191'
    const deed = async (action: string, question: string, told: string, then: string) => {
      await keys.run([
        ['askedTwice', `${action}: ${phone}`, question, 'Yes'],
        ['answer', told, 'Close'],
        ['at', `${then}: ${phone}`],
      ])
    }
    await keys.run([['press', `More for ${phone}`]])
    await deed('Validate', `Validate phone ${phone}?`, 'was validated.', 'Invalidate')
    await deed('Reset', `Reset phone ${phone}?`, 'were reset.', 'Reset')
    await deed('SMS', `Text phone ${phone}?`, 'Text sent to', 'SMS')
    await deed('Invalidate', `Invalidate phone ${phone}?`, 'was invalidated.', 'Validate')
    expect(await site().outbox('+16125550191')).toHaveLength(1)
  })
})
