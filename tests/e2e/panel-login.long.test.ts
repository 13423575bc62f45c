import { sql } from 'kysely'
import { TOTP } from 'otpauth'
import type { Page } from 'playwright-core'
import { expect, it, onTestFinished } from 'vitest'
import { signLink } from '#shared/node/domain/notices/links.ts'
import { writeSetting } from '#shared/node/domain/settings/settings-store.queries.ts'
import { settingsGroups } from '#shared/settings/groups.ts'
import { makeUser, testPassword, type TestUser } from '../helpers/factories.ts'
import { closeByKey } from './keyboard.ts'
import { findPanelFaults } from './panel.ts'
import { describeInBrowser, logInOnPage, useSite } from './site.ts'

const timeout = 300_000

describeInBrowser('an administrator who logs in to the panel', () => {
  const site = useSite()
  const db = () => site().server.deps.db

  let made = 0
  const clerk = () => makeUser(db(), { role: 'COUNTY', username: `login.clerk.${(made += 1)}` })
  async function visitAs(user: TestUser, path: string): Promise<Page> {
    const page = await site().visit()
    await page.goto(path)
    await page.getByRole('heading', { name: 'Log in' }).waitFor()
    await logInOnPage(page, user)
    return page
  }
  /** The app's code now; a code used before counts as long ago, so that a test need not wait for the next. */
  async function nextCode(user: TestUser, secret: string): Promise<string> {
    await db().updateTable('user').set({ totp_last_step: 0 }).where('id', '=', user.id).execute()
    return new TOTP({ secret: secret.replaceAll(' ', '') }).generate()
  }
  const stale = (user: TestUser) =>
    db()
      .updateTable('session')
      .set({ confirmed_at: sql<Date>`now() - interval '16 minutes'` })
      .where('user_id', '=', user.id)
      .execute()

  async function openAuthenticator(user: TestUser): Promise<Page> {
    const page = await visitAs(user, '/home')
    await page.getByRole('button', { name: 'Profile' }).click()
    await page.getByRole('button', { name: 'Authenticator app' }).click()
    return page
  }

  /** From the opened dialog or page to the recovery codes; returns the secret. */
  async function setUp(page: Page, user: TestUser): Promise<string> {
    await page.getByRole('button', { name: 'Set up' }).click()
    await page.getByRole('img', { name: /The code to scan/ }).waitFor()
    const secret = (await page.locator('code').textContent()) ?? ''
    await page.getByLabel('Code', { exact: true }).fill('000000')
    await page.getByRole('button', { name: 'Confirm' }).click()
    await page.getByText('That code is incorrect.').waitFor()
    expect.soft(await findPanelFaults(page), 'a refused code').toEqual([])
    await page.getByLabel('Code', { exact: true }).fill(await nextCode(user, secret))
    await page.getByRole('button', { name: 'Confirm' }).click()
    await page.getByRole('heading', { name: 'Your recovery codes' }).waitFor()
    expect.soft(await findPanelFaults(page), 'recovery codes').toEqual([])
    return secret
  }

  it('sets up an authenticator app, and logs in with its code and with a recovery code', { timeout }, async () => {
    const user = await clerk()
    const page = await openAuthenticator(user)
    const secret = await setUp(page, user)
    const codes = await page.getByRole('dialog').getByRole('listitem').allTextContents()
    expect(codes).toHaveLength(10)
    await page.getByRole('button', { name: 'Print' }).click()
    // The codes are shown once, so closing asks.
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Show them again' }).click()
    await page.getByRole('button', { name: 'I saved them' }).click()
    await page.getByRole('dialog').waitFor({ state: 'hidden' })

    const other = await visitAs(user, '/controlPanel/users')
    await other.getByRole('heading', { name: 'Enter your code' }).waitFor()
    expect.soft(await findPanelFaults(other), 'the code step').toEqual([])
    await other.getByRole('button', { name: 'Log In' }).click()
    await other.getByText('Required.').waitFor()
    await other.getByLabel('Code').fill('000000')
    await other.keyboard.press('Enter')
    await other.getByText('That code is incorrect.').waitFor()
    await other.getByLabel('Code').fill(await nextCode(user, secret))
    await other.keyboard.press('Enter')
    await other.waitForURL(/controlPanel\/users/)

    const third = await visitAs(user, '/home')
    await third.getByLabel('Code').fill(codes[3] ?? '')
    await third.keyboard.press('Enter')
    await third.getByRole('heading', { name: 'My Alerts' }).waitFor()
    await third.getByRole('button', { name: 'Profile' }).click()
    await third.getByRole('button', { name: 'Authenticator app' }).click()
    await third.getByText('You have 9 recovery codes left.').waitFor()
    expect.soft(await findPanelFaults(third), 'in use').toEqual([])
    await third.getByRole('button', { name: 'Turn off' }).click()
    await third.getByRole('alertdialog').getByRole('button', { name: 'Yes' }).click()
    await third.getByText('Authenticator app turned off.').waitFor()
  })

  it('requires a new login on any route, even one without data', { timeout }, async () => {
    const user = await makeUser(db(), { role: 'TRIMIN', username: 'login.trimin' })
    const page = await visitAs(user, '/controlPanel/feeds')
    await page.getByRole('heading', { name: 'Feeds', level: 1 }).waitFor()
    // A call of the first page that came after the session ended would lead to the login first.
    await page.waitForLoadState('networkidle')
    await page.route('**/trpc/**', () => {})
    await db().deleteFrom('session').where('user_id', '=', user.id).execute()
    await page.getByRole('link', { name: 'Hello World test text' }).click()
    await page.waitForURL(/HelloWorld/)
    await page.unroute('**/trpc/**') // Lets the calls go on that waited.
    await page.waitForURL(/login/)
    await logInOnPage(page, user)
    await page.getByRole('heading', { name: 'Hello World Test', level: 1 }).waitFor()
  })

  it('loses the app when staff reset it after the phone is lost', { timeout }, async () => {
    const [user, helper] = [await clerk(), await clerk()]
    await setUp(await openAuthenticator(user), user)
    const page = await visitAs(helper, `/controlPanel/users/${user.id}`)
    await page.getByRole('heading', { name: 'Authenticator app' }).waitFor()
    expect.soft(await findPanelFaults(page), 'the support desk').toEqual([])
    await page.getByRole('button', { name: 'Reset', exact: true }).click()
    await page.getByText(`Reset the authenticator app of ${user.username}?`).waitFor()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Yes' }).click()
    await page.getByText('Authenticator app reset.').waitFor()
    const after = await visitAs(user, '/home')
    await after.getByRole('heading', { name: 'My Alerts' }).waitFor()
  })

  it('must set one up first if the county requires it, and then reaches the requested page', { timeout }, async () => {
    await writeSetting(db(), 'service', { ...settingsGroups.service.initial, totpForAdministrators: true }, null)
    onTestFinished(() => writeSetting(db(), 'service', settingsGroups.service.initial, null))
    const user = await clerk()
    const page = await visitAs(user, '/controlPanel/userPurgeNow')
    await page.getByText('The county requires all administrators to log in with an authenticator app.').waitFor()
    expect.soft(await findPanelFaults(page), 'set up on demand').toEqual([])
    // Nothing else is open, so nothing else is offered.
    await expect.poll(() => page.getByRole('button', { name: 'Profile' }).count()).toBe(0)
    await setUp(page, user)
    await page.getByRole('button', { name: 'I saved them' }).click()
    await page.getByRole('heading', { name: /Purge Now/ }).waitFor()
  })

  it('enters the password again in place, keeps the typed text, and runs the action once', { timeout }, async () => {
    const user = await clerk()
    await db()
      .updateTable('user')
      .set({ last_active_at: new Date('2024-01-05T12:00:00Z') })
      .where('id', '=', (await makeUser(db(), { username: 'idle.resident' })).id)
      .execute()
    const page = await visitAs(user, '/controlPanel/userPurgeNow')
    const date = page.getByLabel('Last active before')
    await date.fill('01/06/2024')
    await stale(user)
    const purge = async () => {
      await page
        .getByRole('main')
        .getByRole('button', { name: /Purge|Delete/ })
        .click()
      await page.getByRole('alertdialog').getByText('Delete inactive users?').waitFor()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Yes, delete 1 user' }).click()
      await page.getByRole('heading', { name: 'Please enter your password again' }).waitFor()
    }
    const question = page.getByRole('alertdialog', { name: 'Please enter your password again' })
    await purge()
    expect.soft(await findPanelFaults(page), 'the password again').toEqual([])
    // Canceled: nothing is done, nothing is lost, and the page stays.
    await closeByKey(question, 'Escape')
    await expect.poll(() => date.inputValue()).toBe('01/06/2024')
    expect(await db().selectFrom('purge_run').select('id').execute()).toEqual([])

    await purge()
    await question.getByRole('button', { name: 'Continue' }).click()
    await question.getByText('Required.').waitFor()
    await question.getByLabel('Password', { exact: true }).fill('wrong')
    await page.keyboard.press('Enter')
    await question.getByText('The password is incorrect.').waitFor()
    await question.getByLabel('Password', { exact: true }).fill(testPassword)
    await page.keyboard.press('Enter')
    await question.waitFor({ state: 'hidden' })
    await page.getByText(/Deleting 1 user/).waitFor()
    expect(await db().selectFrom('purge_run').select('found').execute()).toEqual([{ found: 1 }])
  })

  it(
    'a resident keeps the account with the link in a letter; opening the link changes nothing',
    { timeout },
    async () => {
      const user = await makeUser(db(), { username: 'away.resident' })
      const { rows } = await sql<{ id: number }>`
      insert into notice (kind, template, user_id, owner_key, channel, target, state)
      values ('account', 'keep-alerts', ${user.id}, ${user.id}, 'EMAIL', 'away@example.org', 'accepted') returning id`.execute(
        db(),
      )
      const noticeId = rows[0]?.id ?? 0
      await db()
        .updateTable('user')
        .set({ last_active_at: new Date('2025-01-05T12:00:00Z'), purge_warned_at: new Date(), purge_on: '2031-06-10' })
        .where('id', '=', user.id)
        .execute()
      const warned = async () =>
        (await db().selectFrom('user').where('id', '=', user.id).select('purge_on').executeTakeFirstOrThrow()).purge_on
      const page = await site().visit({ width: 360 })
      await page.goto(`/keep/${signLink(site().server.deps.env.APP_SECRET, 'keep', noticeId)}`)
      await page.getByText('and its alerts on 06/10/2031').waitFor()
      expect(await warned()).toBe('2031-06-10')
      expect.soft(await findPanelFaults(page), 'the letter').toEqual([])
      await page.getByRole('button', { name: 'Keep my alerts' }).click()
      await page.getByRole('heading', { name: 'We kept your alerts' }).waitFor()
      expect(await warned()).toBeNull()
      await page.goto('/keep/1-nothing')
      await page.getByRole('heading', { name: 'This link does not work' }).waitFor()
      expect.soft(await findPanelFaults(page), 'a bad link').toEqual([])
    },
  )
})
