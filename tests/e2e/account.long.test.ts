import type { Page } from 'playwright-core'
import { expect, it, vi } from 'vitest'
import { describeInBrowser, logInOnPage, type OutboxMessage, useSite } from './site.ts'

const email = 'perpetua@lantern-street.example'
const username = 'perpetua.h'
const first = 'QuietMeadow#42'
const second = 'LoudBrook@7714'
const third = 'SlowRiver!9021'

const register = async (page: Page, changes: Record<string, string> = {}) => {
  await page.goto('/login')
  await page.getByRole('link', { name: 'New User' }).click()
  await page.getByRole('heading', { level: 1, name: 'About you' }).waitFor()
  const values = {
    Username: username,
    Email: email,
    Password: first,
    'Confirm password': first,
    'First name': 'Perpetua',
    'Last name': 'Hallowmere',
    Address: '3 Lantern Street',
    City: 'Alder Falls',
    Zip: '55401-1234',
    Phone: '612 555 0187',
    ...changes,
  }
  for (const [label, value] of Object.entries(values)) await page.getByLabel(label, { exact: true }).fill(value)
  await page.getByRole('button', { name: 'Next: what to watch' }).click()
}

/** Closes the message that answers an action. */
const closeMessage = async (page: Page, text: string) => {
  const message = page.getByRole('alertdialog')
  await message.getByText(text).waitFor()
  await message.getByRole('button', { name: 'Close' }).click()
  await message.waitFor({ state: 'hidden' })
}

const fillPasswords = async (page: Page, password: string) => {
  await page.getByLabel('New password').fill(password)
  await page.getByLabel('Confirm password').fill(password)
  await page.getByRole('button', { name: 'Update' }).click()
}

describeInBrowser('an account, from registration to a new password', () => {
  const site = useSite()
  const mailed = (path: string, count = 1) =>
    vi.waitFor(
      async () => {
        const links = (await site().outbox(email)).flatMap(
          ({ text }: OutboxMessage) => new RegExp(`http\\S+/${path}/[\\w-]+`).exec(text)?.[0] ?? [],
        )
        expect(links).toHaveLength(count)
        return links[0] ?? ''
      },
      { timeout: 60_000, interval: 50 },
    )

  it('registers, follows the link, and logs in', async () => {
    const page = await site().visit()
    await register(page, { Password: 'short', 'Confirm password': 'shorter' })
    const summary = page.getByRole('alertdialog', { name: 'Please fix 2 things' })
    await summary.getByText('At least 12 characters.').waitFor()
    await summary.getByText('Mismatched passwords.').waitFor()
    await summary.getByRole('button', { name: 'OK' }).click()
    await page.getByLabel('Password', { exact: true }).fill(first)
    await page.getByLabel('Confirm password').fill(first)
    await page.getByRole('button', { name: 'Next: what to watch' }).click()
    await page.getByRole('heading', { level: 1, name: 'What should we watch?' }).waitFor()
    await page.getByRole('button', { name: 'Not now' }).click()
    await closeMessage(page, "We've emailed you a link.  Please follow the link to complete your registration.")
    // The page that says where to look opens after the message is closed, and has the focus.
    await page.getByRole('heading', { level: 1, name: 'Check your email' }).waitFor()
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1')

    await page.goto(await mailed('CompleteRegistration'))
    await page.getByRole('button', { name: 'Complete my registration' }).click()
    await page.getByRole('heading', { level: 1, name: 'Registration Complete' }).waitFor()
    await page.getByText('Welcome, Perpetua Hallowmere!').waitFor()
    await page.getByText(`Username: ${username}`).waitFor()
    await page.getByRole('link', { name: 'Continue' }).click()
    await logInOnPage(page, { username, password: first })
    await page.getByText('Hello, Perpetua').waitFor()
  })

  it('changes the profile, and restores typed text after the session ends', async () => {
    const { visit, server } = site()
    const page = await visit()
    await page.goto('/login')
    await logInOnPage(page, { username, password: first })
    await page.getByRole('button', { name: 'Profile' }).click()
    const profile = page.getByRole('dialog', { name: 'Profile' })
    await expect.poll(() => profile.getByLabel('Phone', { exact: true }).inputValue()).toBe('(612) 555-0187')
    await profile.getByLabel('City').fill('Quarry')
    await profile.getByLabel('Zip').fill('5540')
    await profile.getByRole('button', { name: 'Update' }).click()
    await page.getByRole('alertdialog').getByText('5-digit zip.').waitFor()
    await page.getByRole('button', { name: 'OK' }).click()
    await profile.getByLabel('Zip').fill('55402')

    await server.deps.db.deleteFrom('session').execute()
    await profile.getByRole('button', { name: 'Update' }).click()
    await page.getByText('We kept what you typed').waitFor()
    await logInOnPage(page, { username, password: first })
    await profile.getByText('We kept what you typed.').waitFor()
    await expect.poll(() => profile.getByLabel('City').inputValue()).toBe('Quarry')
    await profile.getByRole('button', { name: 'Update' }).click()
    await closeMessage(page, 'Profile updated.')
    await profile.waitFor({ state: 'hidden' })
  })

  it('changes the password from the profile, and back', async () => {
    const page = await site().visit()
    await page.goto('/login')
    await logInOnPage(page, { username, password: first })
    await page.getByRole('button', { name: 'Profile' }).click()
    await page.getByRole('button', { name: 'Change Password' }).click()
    await page.getByRole('button', { name: 'Back' }).click()
    await page.getByRole('dialog', { name: 'Profile' }).waitFor()
    await page.getByRole('button', { name: 'Change Password' }).click()
    await fillPasswords(page, second)
    await closeMessage(page, 'Password updated.')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
  })

  it('emails a forgotten username, and a link for a forgotten password that works once', async () => {
    const page = await site().visit()
    await page.goto('/login')
    await page.getByRole('link', { name: 'Forgot Username' }).click()
    await page.getByLabel('Registered email').fill(email)
    await page.getByRole('button', { name: 'Send Email' }).click()
    await closeMessage(page, 'If this email belongs to an account')
    await page.getByRole('link', { name: 'Go to log in' }).click()

    await page.getByRole('link', { name: 'Forgot Password' }).click()
    await page.getByLabel('Username').fill(username)
    await page.getByLabel('Registered email').fill(email)
    await page.getByRole('button', { name: 'Send Email' }).click()
    await closeMessage(page, 'If this username and email belong to an account')
    const link = await mailed('passwordReset')
    await page.goto(link)
    await fillPasswords(page, third)
    await closeMessage(page, 'Password updated.  You may now log in.')
    await page.getByRole('link', { name: 'Go to log in' }).click()
    await logInOnPage(page, { username, password: third })
    await page.getByText('Hello, Perpetua').waitFor()

    const other = await site().visit()
    await other.goto(link)
    await other.getByRole('heading', { level: 1, name: 'This link does not work' }).waitFor()
    await other.getByRole('alert').getByText('This link was already used').waitFor()
    await other.getByRole('link', { name: 'Forgot Password' }).waitFor()
    await other.goto('/passwordReset/cut-short')
    await other.getByRole('alert').getByText('This link is incomplete.').waitFor()
  })

  it('explains that a registration link does not work', async () => {
    const page = await site().visit()
    await page.goto('/CompleteRegistration/cut-short')
    await page.getByRole('button', { name: 'Complete my registration' }).click()
    await page.getByRole('alert').getByText('This link is incomplete.').waitFor()
    await page.getByRole('heading', { level: 1, name: 'Registration Incomplete' }).waitFor()
    await page.getByRole('link', { name: 'Register again' }).click()
    await page.getByRole('heading', { level: 1, name: 'About you' }).waitFor()
  })

  it('lists alerts by status, text and address, and returns to the list from an alert', async () => {
    const page = await site().visitHome()
    await page.getByRole('link', { name: 'Details: My Alerts' }).click()
    const list = page.getByRole('dialog', { name: 'My Alerts' })
    await list.getByText('Displaying Results: 1-4 of 4').waitFor()
    // A short list has its filters folded.
    await list
      .getByRole('search')
      .locator('details')
      .evaluate((item) => item.setAttribute('open', ''))
    await list.getByLabel('Status').selectOption('Inactive')
    await list.getByText('No Records Found.').waitFor()
    await list.getByRole('button', { name: 'Clear' }).click()
    await list.getByRole('button', { name: 'Find by email' }).click()
    const lookUp = page.getByRole('dialog', { name: 'My Email Address List' })
    await lookUp.getByText('Click row to select').waitFor()
    await lookUp.getByRole('button', { name: 'family@brandvold.example' }).click()
    await list.getByRole('button', { name: 'Remove filter Email: family@brandvold.example' }).waitFor()
    await list.getByLabel('Find', { exact: true }).fill('Dad')
    await page.waitForFunction(() => (history.state as { find?: string } | null)?.find === 'Dad')
    expect(page.url()).not.toContain('Dad')
    await list.getByText('Displaying Results: 1-1 of 1').waitFor()
    await list.getByRole('link', { name: /^Edit / }).click()
    const setup = page.getByRole('dialog', { name: 'Alert Setup' })
    await setup.getByLabel('Alert Nickname').waitFor()
    await setup.getByRole('button', { name: 'Close' }).first().click()
    await list.waitFor()
    await expect.poll(() => list.getByLabel('Find', { exact: true }).inputValue()).toBe('Dad')
  })

  it('warns the second of two windows on one alert, and loads the saved version', async () => {
    const page = await site().visitHome()
    const open = async (window: typeof page) => {
      await window
        .getByRole('link', { name: /Dad's house/ })
        .first()
        .click()
      const setup = window.getByRole('dialog', { name: 'Alert Setup' })
      await setup.getByLabel('Alert Nickname').waitFor()
      return setup
    }
    const late = await open(page)
    await late.getByLabel('Alert Nickname').fill('Second')
    const other = await page.context().newPage()
    await other.goto('/home')
    const early = await open(other)
    await early.getByLabel('Alert Nickname').fill('First')
    await early.getByRole('button', { name: 'Done' }).click()
    await early.getByText('Alert saved.').waitFor()

    const prompt = page.getByRole('alertdialog')
    await late.getByRole('button', { name: 'Done' }).click()
    await prompt.getByText('This page was changed by demo.user at').waitFor()
    await prompt.getByRole('button', { name: 'Stay here' }).click()
    await prompt.waitFor({ state: 'hidden' })
    await expect.poll(() => late.getByLabel('Alert Nickname').inputValue()).toBe('Second')
    await late.getByRole('button', { name: 'Done' }).click()
    await prompt.getByText('You’ll lose what you typed here.').waitFor()
    await prompt.getByRole('button', { name: 'Load it' }).click()
    await expect.poll(() => late.getByLabel('Alert Nickname').inputValue()).toBe('First')
    await late.getByLabel('Alert Nickname').fill("Dad's house")
    await late.getByRole('button', { name: 'Done' }).click()
    await late.getByText('Alert saved.').waitFor()
  })

  it('prints the complete filtered history', async () => {
    for (const n of [1, 2, 3]) await site().post({ id: `2026-91000${n}`, grantor: 'BRANDVOLD THESSALY' })
    const page = await site().visitHome()
    await page.getByText('2026-910003').first().waitFor({ timeout: 60_000 })
    await page.evaluate(() => {
      window.print = () => document.body.setAttribute('data-printed', '')
    })
    await page.getByRole('link', { name: 'Details: Alert History' }).click()
    const list = page.getByRole('dialog', { name: 'Alert History' })
    await list.getByText(/Displaying Results: 1-10 of \d\d/).waitFor()
    const total = Number(/of (\d+)/.exec(await list.getByText('Displaying Results').innerText())?.[1])
    await list.getByRole('link', { name: 'Next' }).click()
    await list.getByText(/Displaying Results: 11-/).waitFor()
    await list.getByRole('button', { name: 'Print' }).click()
    await page.locator('[data-printed]').waitFor()
    await page.emulateMedia({ media: 'print' })
    await expect.poll(() => page.locator('body > div tbody tr:visible').count()).toBe(total)
    await expect.poll(() => page.getByRole('heading', { name: 'My Alerts' }).isVisible()).toBe(false)
  })
})
