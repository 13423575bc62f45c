import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import type { Db } from '#shared/node/platform/database/client.ts'
import { makeUser, type TestUser } from '../helpers/factories.ts'
import { findPanelFaults, visitPanel } from './panel.ts'
import { describeInBrowser, logInOnPage, useSite } from './site.ts'

const timeout = 300_000
const fresh = 'WinterOrchard#7'

/** The texts of the dialogs over a page, and the answers. */
function openDialogs(page: Page) {
  const prompt = page.getByRole('alertdialog')
  const press = async (text: string, button: string) => {
    await prompt.getByText(text, { exact: true }).waitFor()
    await prompt.getByRole('button', { name: button, exact: true }).click()
    await prompt.getByText(text, { exact: true }).waitFor({ state: 'hidden' })
  }
  return { prompt, press, told: (text: string) => press(text, 'Close') }
}

/** One of the user's alerts still goes to the account's former email and phone. */
async function addFormerContacts(db: Db, { id: owner_id }: TestUser): Promise<void> {
  await db.updateTable('user').set({ phone: '(612) 555-0149' }).where('id', '=', owner_id).execute()
  await sql`
    with a as (
      insert into alert (user_id, name, alert_type, criteria, rule_version)
      values (${owner_id}, 'House', 'PARCEL_ID', '17-03', 1) returning id),
    e as (
      insert into email_address (owner_id, address, verified_at, former_contact)
      values (${owner_id}, 'former.person@quarry-lane.example', now(), true) returning id),
    p as (
      insert into phone (owner_id, number, verified_at, validated_at, former_contact)
      values (${owner_id}, '+16125550148', now(), now(), true) returning id),
    linked as (insert into alert_email (alert_id, email_id, position) select a.id, e.id, 0 from a, e)
    insert into alert_phone (alert_id, phone_id, position) select a.id, p.id, 0 from a, p`.execute(db)
}

/** The texts of a dialog, double spaces included. */
const titleOf = (page: Page) => page.getByRole('alertdialog').getByRole('heading').textContent()

describeInBrowser("the panel's users", () => {
  const site = useSite()
  const db = () => site().server.deps.db

  it('a new user: rejected, saved, found, changed, deleted', { timeout }, async () => {
    const page = await visitPanel(site(), '/controlPanel/users')
    const { prompt, press, told } = openDialogs(page)
    await page.getByText('Displaying Results').waitFor()
    await page.getByRole('link', { name: 'New' }).click()
    await page.getByRole('heading', { name: 'User (new*)', level: 1 }).waitFor()
    expect(await page.getByLabel('User type').locator('option').allTextContents()).toEqual(['COUNTY', 'USER', 'GUEST'])
    await page.getByRole('button', { name: 'Save' }).click()
    await prompt.getByText('Required.').first().waitFor()
    expect(await prompt.getByRole('listitem').allTextContents()).toEqual(
      ['Username', 'Password', 'Confirm password', 'First name', 'Last name', 'Email'].map(
        (label) => `${label}: Required.`,
      ),
    )
    await prompt.getByRole('button', { name: 'OK' }).click()
    await page.getByLabel('User type').selectOption('GUEST')
    await page.getByLabel('Username').fill('perla.quarrington')
    await page.getByLabel('Password', { exact: true }).fill(fresh)
    await page.getByLabel('Confirm password').fill(fresh)
    await page.getByLabel('First name').fill('Perla')
    await page.getByLabel('Last name').fill('Quarrington')
    await page.getByRole('textbox', { name: 'Email' }).fill('perla@example.org')
    await page.locator('input[name=phone]').fill('6125550177')
    await page.getByRole('button', { name: 'Save' }).click()
    await told('User created.')

    await page.getByRole('heading', { name: 'User Manager', level: 1 }).waitFor()
    await page.getByLabel('Find').fill('quarrington')
    await page.getByText('Displaying Results: 1-1 of 1').waitFor()
    // It names a person, so it must be in no address.
    expect(page.url()).not.toContain('quarrington')
    const row = page.getByRole('row').filter({ hasText: 'perla.quarrington' })
    expect(await row.getByRole('cell').allTextContents()).toEqual(
      expect.arrayContaining([expect.stringContaining('Perla Quarrington'), expect.stringContaining('GUEST')]),
    )
    await row.getByRole('link', { name: 'Edit' }).click()
    await page.getByRole('heading', { name: 'User (perla.quarrington)', level: 1 }).waitFor()
    expect(await page.locator('input[name=phone]').inputValue()).toBe('(612) 555-0177')
    await page.getByLabel('City').fill('Ashdale')
    await page.getByRole('button', { name: 'Save' }).click()
    await told('User saved.')
    // Back where it was found: the filter is kept.
    await page.waitForURL(/\/controlPanel\/users$/)
    await page.reload()
    expect(await page.getByLabel('Find').inputValue()).toBe('quarrington')
    await row.getByRole('link', { name: 'Edit' }).click()
    await page.getByRole('heading', { name: 'User (perla.quarrington)', level: 1 }).waitFor()
    expect(await page.getByLabel('City').inputValue()).toBe('Ashdale')
    await page.getByRole('button', { name: 'Delete' }).click()
    await press('Delete User perla.quarrington?', 'No')
    await page.getByRole('button', { name: 'Delete' }).click()
    await press('Delete User perla.quarrington?', 'Yes, delete')
    await told('User deleted.')
    await page.waitForURL(/\/controlPanel\/users$/)
    await page.getByText('No Records Found.').waitFor()
  })

  it("finds by a recipient's address or number and by user; each filter can be removed", { timeout }, async () => {
    const found = await makeUser(db(), { username: 'finders.one' })
    const other = await makeUser(db(), { username: 'finders.two' })
    for (const { id: owner_id } of [found, other])
      await db().insertInto('email_address').values({ owner_id, address: 'both@finders.example' }).execute()
    await db().insertInto('phone').values({ owner_id: found.id, number: '+16125550136' }).execute()
    const page = await visitPanel(site(), '/controlPanel/users')
    const choose = async (by: string, list: string, find: string, row: RegExp) => {
      await page.getByRole('button', { name: by }).click()
      const lookUp = page.getByRole('dialog', { name: list })
      await lookUp.getByLabel('Find').fill(find)
      await lookUp.getByRole('button', { name: row }).first().click()
      await lookUp.waitFor({ state: 'hidden' })
    }
    await choose(
      'Find by email',
      'Emails',
      'both@finders',
      /^both@finders\.example\s*Owners: finders\.one, finders\.two$/,
    )
    await page.getByText('Displaying Results: 1-2 of 2').waitFor()
    await choose('Find by phone', 'Phones', '5550136', /555-0136\s*Owner: finders\.one$/)
    await page.getByText('Displaying Results: 1-1 of 1').waitFor()
    await page.getByRole('row').filter({ hasText: 'finders.one' }).waitFor()
    expect.soft(await findPanelFaults(page), 'what the list is narrowed to').toEqual([])
    // The address keeps the filter, to an entry and back.
    await page.reload()
    await page.getByRole('link', { name: 'Edit' }).click()
    await page.getByRole('link', { name: 'Back to the list' }).click()
    await page.getByRole('button', { name: 'Remove filter Email: both@finders.example' }).click()
    await page.waitForURL(/users\?phone=\d+$/)
    await page.getByRole('button', { name: 'Remove filter Phone: (612) 555-0136' }).click()
    await choose('Find by user', 'Users', 'finders.two', /^finders\.two/)
    await page.getByRole('button', { name: 'Remove filter User: finders.two' }).waitFor()
    await page.getByText('Displaying Results: 1-1 of 1').waitFor()
    await page.getByRole('button', { name: 'Clear' }).click()
    await page.waitForURL(/\/controlPanel\/users$/)
  })

  it(
    'status: the two questions, Undo, disabled fields, and nothing that users may not do to themselves',
    { timeout },
    async () => {
      await makeUser(db(), { username: 'status.locked', status: 'L' })
      await makeUser(db(), { username: 'status.pending', status: 'P' })
      await makeUser(db(), { username: 'status.active' })
      const page = await visitPanel(site(), '/controlPanel/users?find=status.')
      const { prompt, told } = openDialogs(page)
      const row = (name: string) => page.getByRole('row').filter({ hasText: name })
      const activate = async (name: string, question: string) => {
        await row(name).getByRole('button', { name: 'Activate' }).click()
        await prompt.waitFor()
        expect(await titleOf(page)).toBe(question)
        await prompt.getByRole('button', { name: 'Yes' }).click()
        await told('User activated.')
        await row(name).getByRole('button', { name: 'Deactivate' }).waitFor()
      }
      await row('status.locked').getByText('Locked out').waitFor()
      await activate('status.locked', 'User was locked out due to suspicious activties.  Continue to activate?')
      await activate('status.pending', 'User has not completed self registration.  Continue to activate?')
      await row('status.active').getByRole('button', { name: 'Deactivate' }).click()
      await page
        .getByText('User deactivated. status.active can’t log in and gets no more notices.', { exact: true })
        .waitFor()
      await page.getByRole('button', { name: 'Undo' }).click()
      await page.getByText('User activated.', { exact: true }).waitFor()
      await row('status.active').getByRole('button', { name: 'Deactivate' }).click()
      await row('status.active').getByText('Inactive').waitFor()
      await page.getByLabel('Status', { exact: true }).selectOption('Inactive')
      await page.waitForURL(/status=I/)
      await page.getByText('Displaying Results: 1-1 of 1').waitFor()

      await row('status.active').getByRole('link', { name: 'Edit' }).click()
      await page.getByText('This user is not active.').waitFor()
      for (const name of ['firstName', 'lastName', 'email', 'company', 'address', 'city', 'state', 'zip', 'phone'])
        expect(await page.locator(`[name=${name}]`).isDisabled(), name).toBe(true)
      expect(await page.getByLabel('User type').count()).toBe(0)
      await page.getByText('User type: USER').waitFor()
      expect(await page.getByRole('button', { name: 'Save' }).count()).toBe(0)
      await page.getByRole('button', { name: 'Activate' }).click()
      await told('User activated.')
      await page.getByLabel('User type').waitFor()
      expect(await page.getByLabel('First name').isDisabled()).toBe(false)

      const status = await page.request.get('/api/currentUser/loginStatus')
      const { content } = (await status.json()) as { content: { username: string } }
      await page.goto(`/controlPanel/users?find=${content.username}`)
      await row(content.username).getByRole('link', { name: 'Password' }).waitFor()
      await expect.poll(() => row(content.username).getByRole('button').allTextContents()).toEqual([])
      await row(content.username).getByRole('link', { name: 'Edit' }).click()
      await page.getByRole('button', { name: 'Save' }).waitFor()
      await expect.poll(() => page.getByRole('button', { name: /Deactivate|Delete/ }).count()).toBe(0)
    },
  )

  it('two administrators: the second is warned and can reload the page', { timeout }, async () => {
    const user = await makeUser(db(), { username: 'shared.record' })
    const page = await visitPanel(site(), `/controlPanel/users/${user.id}`)
    const { prompt } = openDialogs(page)
    await page.getByLabel('City').fill('Birkton')
    await db().updateTable('user').set({ city: 'Ashdale', version: 2 }).where('id', '=', user.id).execute()
    await page.getByRole('button', { name: 'Save' }).click()
    await prompt.getByText(/^This page was changed/).waitFor()
    await prompt.getByRole('button', { name: 'Stay here' }).click()
    expect(await page.getByLabel('City').inputValue()).toBe('Birkton')
    await page.getByRole('button', { name: 'Save' }).click()
    await prompt.getByRole('button', { name: 'Load it' }).click()
    await expect.poll(() => page.getByLabel('City').inputValue()).toBe('Ashdale')
    // cspell:ignore Corwick
    await page.getByLabel('City').fill('Corwick')
    await page.getByRole('button', { name: 'Save' }).click()
    await openDialogs(page).told('User saved.')
  })

  it('text typed before the session ended does not overwrite a later save', { timeout }, async () => {
    const user = await makeUser(db(), { username: 'slow.record' })
    const staff = await makeUser(db(), { username: 'slow.clerk', role: 'COUNTY' })
    const page = await site().visit()
    await page.goto('/login')
    await logInOnPage(page, staff)
    await page.getByRole('heading', { name: 'My Alerts' }).waitFor()
    await page.goto(`/controlPanel/users/${user.id}`)
    await page.getByLabel('Company').fill('Birkton Mill')
    await db().deleteFrom('session').execute()
    await db().updateTable('user').set({ city: 'Ashdale', version: 2 }).where('id', '=', user.id).execute()
    // The page may have noticed already that the session ended, and left: then there is nothing to press.
    const form = page.locator('form').filter({ has: page.getByLabel('Company') })
    await form.evaluateAll(([one]) => (one as HTMLFormElement | undefined)?.requestSubmit())
    await page.getByText('We kept what you typed').waitFor()
    await logInOnPage(page, staff)
    await page.getByText('We kept what you typed.').waitFor()
    await page.getByRole('button', { name: 'Save' }).click()
    const { prompt } = openDialogs(page)
    await prompt.getByText(/^This page was changed/).waitFor()
    await prompt.getByRole('button', { name: 'Load it' }).click()
    await expect.poll(() => page.getByLabel('City').inputValue()).toBe('Ashdale')
    expect(await page.getByLabel('Company').inputValue()).toBe('')
  })

  it('asks before leaving unsaved text', { timeout }, async () => {
    const user = await makeUser(db(), { username: 'typed.record' })
    const page = await visitPanel(site(), `/controlPanel/users/${user.id}`)
    await page.getByLabel('City').fill('Birkton')
    await page.getByRole('link', { name: 'Back to the list' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Stay here' }).click()
    expect(await page.getByLabel('City').inputValue()).toBe('Birkton')
    await page.getByRole('link', { name: 'Back to the list' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click()
    await page.waitForURL(/\/controlPanel\/users$/)
  })

  it('Reset Password, and the alerts of a user', { timeout }, async () => {
    const user = await makeUser(db(), { username: 'forgetful.person' })
    const page = await visitPanel(site(), '/controlPanel/users?find=forgetful')
    const { prompt, told } = openDialogs(page)
    await page.getByRole('link', { name: 'Password: forgetful.person' }).click()
    await page.getByRole('heading', { name: 'Reset Password (forgetful.person)', level: 1 }).waitFor()
    await page.getByLabel('New password').fill('short')
    await page.getByRole('button', { name: 'Update' }).click()
    await prompt.getByText('At least 12 characters.').waitFor()
    await prompt.getByRole('button', { name: 'OK' }).click()
    await page.getByLabel('New password').fill(fresh)
    await page.getByLabel('Confirm password').fill(fresh)
    expect.soft(await findPanelFaults(page), 'password').toEqual([])
    await page.getByRole('button', { name: 'Update' }).click()
    await told('Password updated.')
    await page.waitForURL(/\/controlPanel\/users$/)
    expect(await page.getByLabel('Find').inputValue()).toBe('forgetful')
    const login = await page.request.post('/api/auth/login', {
      data: { username: user.username, password: fresh },
      headers: { origin: site().url },
    })
    expect(await login.json()).toMatchObject({ ok: true })
  })

  it('lists what else blocks a login, each with its button, and emails a link', { timeout }, async () => {
    const user = await makeUser(db(), { username: 'mistyped.person', email: 'mistyped@example.org', status: 'P' })
    const page = await visitPanel(site(), `/controlPanel/userPassword/${user.id}`)
    const { press, told } = openDialogs(page)
    await page.getByText(/^This user has not completed registration\. A password alone/).waitFor()
    await page.getByRole('button', { name: 'Send a reset link' }).click()
    await told('We emailed a link to mistyped@example.org.')
    expect.soft(await findPanelFaults(page), 'pending').toEqual([])

    await page.goto(`/controlPanel/users/${user.id}`)
    const link = page.getByRole('region', { name: 'Registration link' })
    await link.getByLabel('Email').fill('right@example.org')
    await link.getByRole('button', { name: 'Send the link again' }).click()
    await told('We emailed a link to right@example.org.')
    await page.getByText('Email to right@example.org').waitFor()
    expect.soft(await findPanelFaults(page), 'registration link').toEqual([])

    await page.goto(`/controlPanel/userPassword/${user.id}`)
    await page.getByRole('button', { name: 'Activate' }).click()
    await press('User has not completed self registration.  Continue to activate?', 'Yes')
    await told('User activated.')
    await page.getByText(/^This user has not completed registration\./).waitFor({ state: 'hidden' })
  })

  it('shows a rejected password as a warning, and reloads the page when it closes', { timeout }, async () => {
    const user = await makeUser(db(), { username: 'vanishing.person' })
    const page = await visitPanel(site(), `/controlPanel/userPassword/${user.id}`)
    await page.getByLabel('New password').fill(fresh)
    await page.getByLabel('Confirm password').fill(fresh)
    await db().deleteFrom('user').where('id', '=', user.id).execute()
    await page.getByRole('button', { name: 'Update' }).click()
    await openDialogs(page).told('We could not find that.')
    await page.getByRole('button', { name: 'Try again' }).waitFor()
  })

  it('says that an export is empty', { timeout }, async () => {
    const page = await visitPanel(site(), '/controlPanel/users?find=nobody.fits.this')
    await page.getByText('No Records Found.').waitFor()
    await page.getByRole('button', { name: 'Export' }).click()
    const told = 'users.xlsx was saved. It has only headings, because this list is empty.'
    await page.getByText(told, { exact: true }).waitFor()
  })

  it("links to the user's alerts", { timeout }, async () => {
    const page = await visitPanel(site(), '/controlPanel/users?find=demo.user')
    const link = page.getByRole('link', { name: /^Alerts \(\d+\): demo\.user/ })
    const count = /\((\d+)\)/.exec((await link.textContent()) ?? '')?.[1]
    await link.click()
    await page.getByRole('heading', { name: 'Alert List' }).waitFor()
    await page.getByText(new RegExp(`Displaying Results: 1-\\d+ of ${count}$`)).waitFor()
    await page.getByRole('button', { name: /User: demo\.user/ }).waitFor()
  })

  it('support desk: resends, lifts a suppression, ends sessions', { timeout }, async () => {
    const user = await makeUser(db(), { username: 'calling.person' })
    await db()
      .insertInto('notice')
      .values({
        kind: 'account',
        template: 'password-changed',
        user_id: user.id,
        owner_key: user.id,
        channel: 'EMAIL',
        target: user.email,
        state: 'failed',
        reason: 'The mailbox is full.',
        possible_duplicate: true,
        data: JSON.stringify({ username: user.username }),
      })
      .execute()
    await db().insertInto('suppression').values({ channel: 'EMAIL', target: user.email, reason: 'bounce' }).execute()
    const accepted = { channel: 'EMAIL', target: 'alerts@example.org' } as const
    const { id: recipient } = await db()
      .insertInto('email_address')
      .values({ owner_id: user.id, address: accepted.target, verified_at: new Date() })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db()
      .insertInto('notice')
      .values({
        ...accepted,
        kind: 'match',
        template: 'match',
        user_id: user.id,
        owner_key: user.id,
        recipient_id: recipient,
        state: 'accepted',
      })
      .execute()
    const theirs = await site().visit()
    const login = { data: { username: user.username, password: user.password }, headers: { origin: site().url } }
    await theirs.request.post('/api/auth/login', login)

    const page = await visitPanel(site(), `/controlPanel/users/${user.id}`)
    const { press, told } = openDialogs(page)
    await page.getByText('The mailbox is full.').waitFor()
    await page.getByText('Possibly sent twice').waitFor()
    await page.getByText('Chrome on Linux').waitFor()
    expect.soft(await findPanelFaults(page), 'support desk').toEqual([])
    await page.getByRole('button', { name: `Lift suppression: ${user.email}` }).click()
    await press(`Send messages to ${user.email} again?`, 'Yes')
    await told(`Messages to ${user.email} are allowed again.`)
    await page.getByText('None of this user’s addresses are suppressed.').waitFor()
    await page.getByRole('button', { name: 'Resend: Password changed' }).click()
    await told('We are sending the message again.')
    await expect
      .poll(async () => (await site().outbox(user.email)).map(({ subject }) => subject), { timeout: 60_000 })
      .toEqual(['Your password has changed'])
    await page.getByRole('button', { name: 'Resend: Notice about record' }).click()
    await press('This message was already accepted for alerts@example.org.  Resend it?', 'Resend')
    await told('We are sending the message again.')
    await page.getByRole('button', { name: 'End all' }).click()
    await press('End all sessions of calling.person?', 'Yes')
    await told('One session ended.')
    await page.getByText('Not logged in anywhere.').waitFor()
    expect((await theirs.request.get('/api/currentUser/loginStatus')).status()).toBe(403)
  })

  it('explains why a user cannot be changed', { timeout }, async () => {
    const page = await visitPanel(site(), '/controlPanel/users')
    const reasons = { I: 'is not active', P: 'has not completed registration', L: 'is locked out' } as const
    for (const [status, reason] of Object.entries(reasons)) {
      const { id } = await makeUser(db(), { username: `why.shut.${status}`, status: status as keyof typeof reasons })
      await page.goto(`/controlPanel/users/${id}`)
      await page.getByText(`This user ${reason}`).waitFor()
    }
    await page.goto('/controlPanel/userPassword/999999')
    await page.getByRole('heading', { name: 'Reset Password', exact: true, level: 1 }).waitFor()
    await page.goto('/controlPanel/users/999999?find=why')
    await page.getByRole('heading', { name: 'User', exact: true, level: 1 }).waitFor()
    await page.getByRole('link', { name: 'Back to the list' }).click()
    await page.getByText('Displaying Results: 1-3 of 3').waitFor()
  })

  it('is accessible, light and dark, at every width', { timeout }, async () => {
    const page = await visitPanel(site(), '/controlPanel/users')
    await page.getByText('Displaying Results').waitFor()
    expect.soft(await findPanelFaults(page), 'users').toEqual([])
    await page.goto('/controlPanel/users/0')
    await page.getByRole('heading', { name: 'User (new*)' }).waitFor()
    expect.soft(await findPanelFaults(page), 'new user').toEqual([])
    const moved = await makeUser(db(), { username: 'moved.person' })
    await addFormerContacts(db(), moved)
    await page.goto(`/controlPanel/users/${moved.id}`)
    await page.getByText('1 alert still goes to former.person@quarry-lane.example, a former email').waitFor()
    await page.getByText('1 alert still goes to (612) 555-0148, a former phone').waitFor()
    expect.soft(await findPanelFaults(page), 'former contacts').toEqual([])
    const shut = await makeUser(db(), { username: 'shut.person', status: 'I' })
    await page.goto(`/controlPanel/users/${shut.id}`)
    await page.getByText('This user is not active.').waitFor()
    expect.soft(await findPanelFaults(page), 'inactive user').toEqual([])
  })
})
