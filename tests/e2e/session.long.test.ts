import { expect, it, onTestFinished } from 'vitest'
import { makeUser } from '#tests/helpers/factories.ts'
import { logIn } from '#tests/helpers/server.ts'
import { closeByKey } from './keyboard.ts'
import { describeInBrowser, logInOnPage, useSite } from './site.ts'

describeInBrowser('a session in the browser', () => {
  const site = useSite()

  it('works by keyboard alone, and moves the focus to where reading continues', async () => {
    const { visit, login } = site()
    const page = await visit()
    const press = (...keys: string[]) =>
      keys.reduce((done, key) => done.then(() => page.keyboard.press(key)), Promise.resolve())
    const focused = () => page.evaluate(() => document.activeElement?.textContent?.trim() ?? '')
    const tabTo = async (name: string) => {
      for (let step = 0; step < 40; step += 1) {
        await press('Tab')
        const label = await page.evaluate(() => {
          const element = document.activeElement as HTMLInputElement | null
          return element?.labels?.[0]?.textContent ?? element?.getAttribute('aria-label') ?? element?.textContent ?? ''
        })
        if (label.includes(name)) return
      }
      throw new Error(`No Tab leads to '${name}'.`)
    }

    await page.goto('/login')
    await page.getByRole('heading', { name: 'Log in' }).waitFor()
    await page.getByText('Can’t log in? Call (612) 555-0100.').waitFor()
    await press('Tab')
    await expect.poll(focused).toBe('Skip to main content')
    await tabTo('Username')
    await page.keyboard.type(login.username)
    await tabTo('Password')
    await page.keyboard.type(login.password)
    await press('Enter')
    await page.getByRole('heading', { name: 'My Alerts' }).waitFor()
    await tabTo('Add New Alert')
    await press('Enter')
    await page.getByRole('dialog', { name: 'Alert Setup' }).waitFor()
    await tabTo('First name')
    await page.keyboard.type('Ottilie')
    await tabTo('Done')
    await press('Enter')
    const summary = page.getByRole('alertdialog', { name: /Please fix 3 things/ })
    await summary.getByText('Last name').waitFor()
    // OK has the focus; closing leads to the first invalid field.
    await closeByKey(summary, 'Enter')
    await expect.poll(() => page.evaluate(() => (document.activeElement as HTMLInputElement).name)).toBe('lastName')
    await page.keyboard.type('Farrowgate')
    await tabTo('I agree to get emails')
    await press('Space')
    await tabTo('Done')
    await press('Enter')
    await page.getByText('Alert saved.').waitFor()
    await closeByKey(page.getByRole('dialog'), 'Escape')
    await page.getByRole('link', { name: 'Ottilie Farrowgate' }).waitFor()
  })

  it('keeps typed text when the session ends in the middle of a form', async () => {
    const { visitHome, server, login } = site()
    const page = await visitHome()
    await page.getByRole('button', { name: 'Add New Alert' }).click()
    const setup = page.getByRole('dialog', { name: 'Alert Setup' })
    await setup.getByLabel('First name').fill('Perpetua')
    await setup.getByLabel('Last name').fill('Hallowmere')
    await setup.getByRole('checkbox', { name: /I agree to get emails/ }).check()
    await setup.getByText('in the last 12 months').waitFor()
    await server.deps.db.deleteFrom('session').execute()
    await setup.getByRole('button', { name: 'Done' }).click()

    await page.getByText('We kept what you typed').waitFor()
    await logInOnPage(page, login)
    await setup.getByText('We kept what you typed.').waitFor()
    await expect.poll(() => setup.getByLabel('Last name').inputValue()).toBe('Hallowmere')
    await setup.getByRole('button', { name: 'Done' }).click()
    await setup.getByText('Alert saved.').waitFor()
  })

  it.each([
    ['told by the other tab', true],
    ['where tabs cannot talk, by the refusal of its save', false],
  ])('closes a page after someone else logs in to this browser: %s', async (_how, tabsTalk) => {
    const { visit, login, server } = site()
    const other = await makeUser(server.deps.db, { firstName: 'Wendeline' })
    const page = await visit()
    if (!tabsTalk) await page.context().addInitScript('delete window.BroadcastChannel')
    await page.goto('/login')
    await logInOnPage(page, login)
    await page.getByRole('button', { name: 'Profile' }).click()
    const profile = page.getByRole('dialog', { name: 'Profile' })
    await profile.getByLabel('City').fill('Hallowmere')

    const tab = await page.context().newPage()
    await tab.goto('/login')
    await logInOnPage(tab, other)
    await tab.getByText('Wendeline').waitFor()
    if (!tabsTalk) await profile.getByRole('button', { name: 'Update' }).click()
    await page.getByText('Someone else logged in to this browser').waitFor()
    await page.getByText('We kept what you typed for you alone').waitFor()
    await expect.poll(() => page.getByText('My Alerts').count()).toBe(0)
    const { city } = await server.deps.db
      .selectFrom('user')
      .where('id', '=', other.id)
      .select('city')
      .executeTakeFirstOrThrow()
    expect(city).not.toBe('Hallowmere')

    await logInOnPage(page, login)
    await profile.getByText('We kept what you typed.').waitFor()
    await expect.poll(() => profile.getByLabel('City').inputValue()).toBe('Hallowmere')
    await profile.getByRole('button', { name: 'Start over' }).click()
    await expect.poll(() => profile.getByLabel('City').inputValue()).not.toBe('Hallowmere')
  })

  it('announces a lockout on an open page, and why it then logs out', async () => {
    const { visitHome, server, login } = site()
    const clerk = await logIn(server.app, await makeUser(server.deps.db, { role: 'COUNTY' }))
    const lockout = { messageHeadline: 'Closing at noon.', messageLogin: 'Back at one.' }
    const page = await visitHome()
    const lockOut = (lockoutInPlace: boolean) =>
      clerk.post('controlPanel/countyConfig/userLockout', { lockoutInPlace, ...lockout })
    await lockOut(true)
    onTestFinished(async () => void (await lockOut(false)))
    await page.getByText('Closing at noon.').waitFor()
    await clerk.post('controlPanel/countyConfig/endUserSessions')
    await page.getByText('Login is closed: Back at one.').waitFor()
    await expect.poll(() => page.getByText('to keep your account safe').count()).toBe(0)
    await expect.poll(() => page.getByText('Closing at noon.').count()).toBe(1)
    await logInOnPage(page, login)
    await page.getByRole('alert').getByText('Back at one.').waitFor()
    await expect.poll(() => page.getByText('Back at one.').count()).toBe(1)
  })

  it('warns two minutes before an idle session ends, and keeps the reader logged in on request', async () => {
    const { visit, login, server } = site()
    const page = await visit()
    await page.clock.install()
    await page.goto('/login')
    await logInOnPage(page, login)
    await page.getByRole('heading', { name: 'My Alerts' }).waitFor()
    const warning = page.getByRole('alertdialog', { name: 'Are you still there?' })
    const calls: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('loginStatus')) calls.push(request.headers()['x-background'] ?? 'foreground')
    })

    await page.clock.fastForward('26:30')
    await expect.poll(() => warning.isVisible()).toBe(false)
    await page.clock.fastForward('01:00')
    await warning.getByText('less than 2 minutes').waitFor()
    await warning.getByRole('button', { name: 'Stay signed in' }).click()
    await warning.waitFor({ state: 'hidden' })
    await expect.poll(() => calls).toContain('foreground')

    // Without a press the session ends, and the page to return to is kept.
    await server.deps.db.deleteFrom('session').execute()
    await page.clock.fastForward('31:00')
    await page.getByText('We logged you out to keep your account safe.').waitFor()
  })
})
