import { expect, it } from 'vitest'
import { writeSetting } from '#shared/node/domain/settings/settings-store.queries.ts'
import { createAxe, findPageFaults } from './page-faults.ts'
import { describeInBrowser, useSite } from './site.ts'
import { mailedLink, makeValidLink } from './valid-links.ts'

/** Each tour looks at a dozen states, and is slow on a busy machine. */
const timeout = 400_000

describeInBrowser('appearance of pages and dialogs', () => {
  const site = useSite()

  it('public pages', { timeout }, async () => {
    const page = await site().visit()
    const open = async (path: string, heading: string) => {
      await page.goto(path)
      await page.getByRole('heading', { name: heading }).waitFor()
      expect.soft(await findPageFaults(page), path).toEqual([])
    }
    const press = async (name: string, heading: string) => {
      await page.getByRole('button', { name, exact: true }).click()
      await page.getByRole('heading', { name: heading }).waitFor()
      expect.soft(await findPageFaults(page), heading).toEqual([])
    }
    await open('/login', 'Log in')
    // One slide, the news and one link fill the height of the form, and nothing below a text is left empty.
    const [form = 0, column = 0, slide = 0, text = 0] = await page.evaluate(() =>
      ['main > div', 'main > div + div > :last-child', 'main section:has(img)', 'main section:has(img) p'].map(
        (part) => document.querySelector(part)?.getBoundingClientRect().bottom ?? 0,
      ),
    )
    expect(Math.abs(form - column)).toBeLessThan(2)
    expect(slide - text).toBeLessThan(40)
    await page.getByRole('button', { name: 'Log In' }).click()
    await page.getByText('Required.').first().waitFor()
    expect.soft(await findPageFaults(page), 'a refused log-in').toEqual([])
    await open('/register', 'About you')
    await page.getByRole('button', { name: 'Next: what to watch' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'OK' }).click()
    await page.getByRole('alertdialog').waitFor({ state: 'hidden' })
    expect.soft(await findPageFaults(page), 'a refused registration').toEqual([])
    await open('/forgotUsername', 'Forgot Username')
    await open('/forgotPassword', 'Forgot Password')
    await open('/passwordReset/cut-short', 'This link does not work')
    await open('/CompleteRegistration/cut-short', 'Complete your registration')
    await press('Complete my registration', 'Registration Incomplete')
    await open('/ConfirmProfileEmail/cut-short', 'Verify your new email')
    await press('Verify this email', 'Unable to verify email')
    await open('/seeUsernames/cut-short', 'See your username')
    await press('Show my username', 'This link does not work')
    await open('/outbox', 'Dev inbox')
    await open('/howWeMatch', 'How we match names')
    await open(await mailedLink(site(), 'ConfirmEmail'), 'Verify your email')
    await press('Verify this email', 'Email Verification Complete')
    await open('/ConfirmEmail/cut-short', 'Verify your email')
    await press('Verify this email', 'Unable to verify email')
    await open('/ConfirmPhone/cut-short', 'Verify your phone')
    await page.getByRole('button', { name: 'Confirm', exact: true }).click()
    await page.getByRole('heading', { name: 'Unable to verify phone' }).waitFor()
    expect.soft(await findPageFaults(page), 'a phone that is not confirmed').toEqual([])
    await open('/notice/cut-short', 'This link does not work')
    await open(await mailedLink(site(), 'unsubscribe'), 'Unsubscribe from these alerts?')
    await open('/nowhere', 'Page not found')
    await open(await mailedLink(site(), 'notice'), 'Why you got this')
    await page.getByRole('button', { name: 'This looks wrong' }).click()
    await page.getByRole('heading', { name: 'You said: This looks wrong' }).waitFor()
    expect.soft(await findPageFaults(page), 'an answered notice').toEqual([])
  })

  it('pages of valid links', { timeout }, async () => {
    const page = await site().visit()
    const check = async (heading: string) => {
      await page.getByRole('heading', { level: 1, name: heading }).waitFor()
      expect.soft(await findPageFaults(page), heading).toEqual([])
    }
    const open = async (purpose: Parameters<typeof makeValidLink>[1], heading: string) => {
      await page.goto(await makeValidLink(site(), purpose))
      await check(heading)
    }
    const press = async (name: string, heading: string) => {
      await page.getByRole('button', { name, exact: true }).click()
      await check(heading)
    }
    await open('registration', 'Complete your registration')
    await press('Complete my registration', 'Registration Complete')
    await open('usernames', 'See your username')
    await press('Show my username', 'Your username')
    await open('not-me', 'Stop the change to your email address?')
    await page.getByRole('button', { name: 'This was not me' }).click()
    await check('We stopped the change')
    await open('profile-email', 'Verify your new email')
    await press('Verify this email', 'Email verified')
    await open('enrollment', 'Is this your account?')
    await press('Yes, this was me', 'You can set up the app now')
    await open('enrollment', 'Is this your account?')
    await site()
      .server.deps.db.updateTable('ticket')
      .set({ expires_at: new Date(0) })
      .execute()
    await press('Yes, this was me', 'We could not confirm this')
    await page.goto('/AllowAuthenticator/cut-short')
    await press('Yes, this was me', 'We could not confirm this')
    await open('phone', 'Verify your phone')
    await page.getByRole('button', { name: 'Confirm', exact: true }).click()
    await check('Your phone is verified')
    await open('phone', 'Verify your phone')
    await page.getByLabel('Or type the six-digit code from the text').fill('000000')
    await page.getByRole('button', { name: 'Confirm with the code' }).click()
    await page.getByRole('alert').getByText('That is not the code we sent.').waitFor()
    expect.soft(await findPageFaults(page), 'a wrong code').toEqual([])
    await open('password', 'Create a new password')
    await page.getByLabel('New password').fill('LoudBrook@7714')
    await page.getByLabel('Confirm password').fill('LoudBrook@7714')
    await page.getByRole('button', { name: 'Update' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Close' }).click()
    await page.getByRole('alertdialog').waitFor({ state: 'hidden' })
    await check('You have a new password')
  })

  it('pages and dialogs of a resident', { timeout }, async () => {
    const page = await site().visitHome()
    const setup = page.getByRole('dialog', { name: 'Alert Setup' })
    const prompt = page.getByRole('alertdialog')
    const check = async (state: string) => expect.soft(await findPageFaults(page), state).toEqual([])

    await check('home')
    await page.getByRole('button', { name: 'Log out' }).click()
    await prompt.waitFor()
    await check('log out?')
    await prompt.getByRole('button', { name: 'No' }).click()

    await page.getByRole('button', { name: 'Add New Alert' }).click()
    await setup.getByLabel('First name').waitFor()
    await check('a new alert')
    await setup.getByRole('button', { name: 'Done' }).click()
    await prompt.waitFor()
    await check('the summary of what is wrong')
    await prompt.getByRole('button', { name: 'OK' }).click()
    await prompt.waitFor({ state: 'hidden' })
    await check('fields that are wrong')
    await setup.getByLabel('First name').fill('Thessaly')
    await setup.getByLabel('Last name').fill('Brandvold')
    await setup.getByText('in the last 12 months').waitFor()
    await check('a preview')
    await setup.getByRole('button', { name: 'Close' }).first().click()
    await prompt.waitFor()
    await check('leave without saving?')
    await prompt.getByRole('button', { name: 'Leave' }).click()

    await page.getByRole('link', { name: 'Home parcel' }).first().click()
    await setup.getByText('Verified', { exact: true }).first().waitFor()
    await check('a saved alert')
    await setup.getByRole('button', { name: 'Delete' }).click()
    await prompt.waitFor()
    await check('delete?')
    await prompt.getByRole('button', { name: 'No' }).click()
    await setup.getByRole('button', { name: '+ Add another phone' }).click()
    await setup.getByRole('textbox', { name: 'Mobile phone 2' }).fill('6125550188')
    await setup.getByRole('checkbox', { name: /I agree to get text/ }).check()
    await setup.getByRole('button', { name: 'Done' }).click()
    await setup.getByLabel('Code from the text').waitFor()
    await check('saved, with a code to type')
  })

  it('profile, password and lists of a resident', { timeout }, async () => {
    const page = await site().visitHome()
    const dialog = (name: string) => page.getByRole('dialog', { name })
    const check = async (state: string) => expect.soft(await findPageFaults(page), state).toEqual([])

    await page.getByRole('button', { name: 'Profile' }).click()
    await dialog('Profile').getByLabel('First name').waitFor()
    await check('profile')
    await page.getByRole('button', { name: 'Change Password' }).click()
    await dialog('Change Password').waitFor()
    await check('change of password')
    await page.getByRole('button', { name: 'Close' }).first().click()
    await page.getByRole('link', { name: 'Details: Alert History' }).click()
    await dialog('Alert History').getByText('Displaying Results').waitFor()
    await check('history')
    await page.getByRole('button', { name: 'Close' }).first().click()
    await page.getByRole('link', { name: 'Details: My Alerts' }).click()
    await dialog('My Alerts').getByText('Displaying Results').waitFor()
    await check('list of alerts')
    await dialog('My Alerts').locator('summary', { hasText: 'Filter' }).click()
    await page.getByRole('button', { name: 'Find by email' }).click()
    await dialog('My Email Address List').getByRole('listitem').first().waitFor()
    await check('look-up of an address')
  })

  it('a household, the matching rule, and toasts', { timeout }, async () => {
    const { visitHome, visit, server, login } = site()
    const page = await visitHome()
    const dialog = (name: string) => page.getByRole('dialog', { name, exact: true })
    const check = async (state: string) => expect.soft(await findPageFaults(page), state).toEqual([])

    await page.goto('/home?alert=household')
    await dialog('Add My Household').getByText('in the last 12 months').first().waitFor()
    await check('a household with a preview')
    await dialog('Add My Household').getByText('What will this find?').first().click()
    await dialog('Add My Household').getByText('It skips').waitFor()
    await check('what one of its alerts finds')
    await dialog('Add My Household').getByRole('button', { name: 'Done' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'OK' }).click()
    await page.getByRole('alertdialog').waitFor({ state: 'hidden' })
    await check('a household with faults')
    await page.goto('/home?alert=new')
    await dialog('Alert Setup').getByLabel('First name').fill('Thessaly')
    await dialog('Alert Setup').getByLabel('Last name').fill('Brandvold')
    await page.getByRole('button', { name: 'How we match names' }).click()
    await dialog('How we match names').getByText('SMITH JAMES').waitFor()
    await check('how names are matched')

    // A new email that waits for confirmation, and a toast.
    await server.deps.db
      .updateTable('user')
      .set({ pending_email: 'new@lantern-street.example' })
      .where('username', '=', login.username)
      .execute()
    await page.goto('/home?account=profile')
    await page.getByRole('button', { name: 'Keep my old email' }).waitFor()
    await check('a profile whose new email is waited for')
    await page.getByRole('button', { name: 'Keep my old email' }).click()
    await page.getByText('We kept your old email.').first().waitFor()
    await page.getByRole('button', { name: 'Keep my old email' }).waitFor({ state: 'hidden' })
    const axe = await createAxe(page).include('[data-toasts]').analyze()
    expect
      .soft(
        axe.violations.map(({ id }) => id),
        'a toast',
      )
      .toEqual([])

    const idle = await visit()
    await idle.clock.install()
    await idle.goto('/login')
    await idle.getByLabel('Username').fill(login.username)
    await idle.getByLabel('Password', { exact: true }).fill(login.password)
    await idle.getByRole('button', { name: 'Log In' }).click()
    await idle.getByRole('heading', { name: 'My Alerts' }).waitFor()
    await idle.clock.fastForward('27:30')
    await idle.getByRole('alertdialog', { name: 'Are you still there?' }).waitFor()
    await idle.clock.resume()
    expect.soft(await findPageFaults(idle), 'the idle warning').toEqual([])
  })

  it('home with unverified or unsubscribed addresses', { timeout }, async () => {
    const { server, url, visitHome } = site()
    const page = await visitHome()
    const check = async (state: string) => expect.soft(await findPageFaults(page), state).toEqual([])

    // Several alerts wait for one address, one for a phone.
    const save = async (alert: object) => {
      const answer = await page.request.post('/api/userView/alert', { data: alert, headers: { origin: url } })
      expect(await answer.json()).toMatchObject({ ok: true })
    }
    const email = { value: 'a.long.address.of.a.helper@lantern-street.example', acknowledged: true }
    for (const parcelId of ['17-03-123-046', '17-03-123-047', '17-03-123-048'])
      await save({ name: `Parcel ${parcelId}`, alertType: 'PARCEL_ID', parcelId, alertEmailAddresses: [email] })
    const phone = { value: '(612) 555-0188', acknowledged: true }
    await save({ name: 'Mill Lane', alertType: 'PARCEL_ID', parcelId: '17-03-123-049', alertPhones: [phone] })
    await page.goto('/home')
    await page.getByRole('heading', { name: '4 alerts are waiting for you' }).waitFor()
    await check('alerts that wait')

    // Suppressed: by the reader for one alert and for all, and by the provider.
    const { pool } = server.deps
    await pool.query(`
      update alert_phone set unsubscribed_at = now() where alert_id = (select min(id) from alert where name = 'Home parcel');
      insert into suppression (channel, target, reason) values ('PHONE', '+16125550188', 'bounce');
      insert into suppression (channel, target, owner_id, reason)
      select 'EMAIL', e.address_key, e.owner_id, 'unsubscribe' from email_address e
      where e.owner_id = (select id from "user" where username = 'demo.user') and e.verified_at is not null`)
    await page.goto('/home')
    await page.getByRole('heading', { name: 'Messages are stopped' }).waitFor()
    await check('messages that are stopped')

    // A press shows that it is running, and runs once.
    const stopped = page.getByRole('region', { name: 'Messages are stopped' })
    const leave = stopped.getByRole('button', { name: /^Leave them stopped/ })
    const places = await leave.count()
    expect(places).toBeGreaterThan(0)
    const release = Promise.withResolvers<void>()
    let calls = 0
    await page.route(/home\.dismissStop/, async (route) => {
      calls++
      await release.promise
      await route.continue()
    })
    await leave.first().dblclick()
    await stopped.getByRole('button', { name: 'Saving…' }).waitFor()
    await check('a press that runs')
    release.resolve()
    await expect.poll(() => leave.count()).toBe(places - 1)
    expect(calls).toBe(1)
    while ((await leave.count()) > 0) {
      const left = await leave.count()
      await leave.first().click()
      await expect.poll(() => leave.count()).toBe(left - 1)
    }
    await page.getByText('You unsubscribed').first().waitFor()
    await check('what was left stopped')
  })

  it('the headline of a lockout', { timeout }, async () => {
    const { db } = site().server.deps
    const closed = { lockoutInPlace: true, messageLogin: 'Back on Monday.', messageHeadline: 'Closed until Monday.' }
    await writeSetting(db, 'userLockout', closed, null)
    const page = await site().visit()
    await page.goto('/login')
    await page.getByText('Closed until Monday.').waitFor()
    expect(await findPageFaults(page)).toEqual([])
  })
})
