import type { Page, Route } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { makeUser } from '#tests/helpers/factories.ts'
import { findPageFaults } from './page-faults.ts'
import { visitPanel } from './panel.ts'
import { describeInBrowser, logInOnPage, useSite } from './site.ts'
import { makeValidLink } from './valid-links.ts'

const timeout = 300_000
const keptToast = 'What you typed is kept.'
const keptBanner = 'We kept what you typed.'
const offline = 'You are offline. What you typed is kept.'

describeInBrowser('what was typed', () => {
  const site = useSite()

  const alertSetup = (page: Page) => page.getByRole('dialog', { name: 'Alert Setup' })
  const openAlert = (page: Page) => page.getByRole('button', { name: 'Add New Alert' }).click()
  const typeAlert = async (page: Page, lastName: string) => {
    const setup = alertSetup(page)
    await setup.getByLabel('First name').fill('Perpetua')
    await setup.getByLabel('Last name').fill(lastName)
    await setup.getByRole('checkbox', { name: /I agree to get emails/ }).check()
    await setup.getByText('in the last 12 months').waitFor()
    return setup
  }
  const countAlerts = async (criteria: string) =>
    (await site().server.deps.db.selectFrom('alert').select('id').where('criteria', '=', criteria).execute()).length
  const drafts = (page: Page) => page.evaluate(() => sessionStorage.getItem('drafts') ?? '')

  describe('survives', () => {
    const departures: [how: string, leave: (page: Page) => Promise<unknown>, toast: string][] = [
      ['loading the page again', (page) => page.reload(), ''],
      ['Back', (page) => page.goBack(), keptToast],
    ]
    it.each(departures)('in an alert: %s', { timeout }, async (_what, leave, toast) => {
      const page = await site().visitHome()
      await openAlert(page)
      await alertSetup(page).getByLabel('Last name').fill('Hallowmere')
      await leave(page)
      if (toast) {
        await page.getByText(toast, { exact: true }).waitFor()
        await openAlert(page)
      }
      await alertSetup(page).getByText(keptBanner).waitFor()
      await expect.poll(() => alertSetup(page).getByLabel('Last name').inputValue()).toBe('Hallowmere')
      await alertSetup(page).getByRole('button', { name: 'Start over' }).click()
      await expect.poll(() => alertSetup(page).getByLabel('Last name').inputValue()).toBe('')
      await expect.poll(() => drafts(page)).toBe('')
    })

    it.each(departures)('in the profile and the household: %s', { timeout }, async (_what, leave, toast) => {
      const page = await site().visitHome()
      for (const [opener, labels] of [
        ['Profile', ['Company', 'Address', 'City']],
        ['Add My Household', ['Last name', 'Business or trust name']],
      ] as const) {
        const form = page.getByRole('dialog', { name: opener })
        const open = () => page.getByRole('button', { name: opener }).click()
        const fields = labels.map((label) => form.getByRole('textbox', { name: label }).first())
        const read = () => Promise.all(fields.map((field) => field.inputValue()))
        const typed = labels.map((label) => `Hallowmere ${label}`)
        await open()
        for (const [index, field] of fields.entries()) await field.fill(typed[index] ?? '')
        await leave(page)
        if (toast) {
          await page.getByText(toast, { exact: true }).first().waitFor()
          await open()
        }
        await form.getByText(keptBanner).waitFor()
        await expect.poll(read).toEqual(typed)
        await form.getByRole('button', { name: 'Start over' }).click()
        for (const text of typed) await expect.poll(read).not.toContain(text)
        await page.goto('/home')
      }
    })

    it("in a registration: loading again, Back and the county's mark, except the password", { timeout }, async () => {
      const page = await site().visit({ width: 700, height: 740 })
      await page.goto('/login')
      await page.getByRole('link', { name: 'New User' }).click()
      const field = (label: string) => page.getByLabel(label, { exact: true })
      await field('Username').fill('perpetua.hallowmere')
      await field('Password').fill('Secret-Words-99')
      expect(await drafts(page)).toContain('perpetua.hallowmere')
      expect(await drafts(page)).not.toContain('Secret')
      const expectKept = async () => {
        await page.getByText('We kept what you typed, except the password.').waitFor()
        await expect.poll(() => field('Username').inputValue()).toBe('perpetua.hallowmere')
        await expect.poll(() => field('Password').inputValue()).toBe('')
      }
      await page.reload()
      await expectKept()
      for (const leave of [() => page.goBack(), () => page.getByRole('banner').getByRole('link').first().click()]) {
        await field('Password').fill('Secret-Words-99')
        await leave()
        await page.getByText('What you typed is kept, except the password.', { exact: true }).waitFor()
        await page.getByRole('link', { name: 'New User' }).click()
        await expectKept()
        await page.getByRole('button', { name: 'Close message' }).click()
      }
      await page.getByRole('button', { name: 'Cancel' }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Leave', exact: true }).click()
      await page.getByRole('heading', { name: 'Log in' }).waitFor()
      await expect.poll(() => drafts(page)).toBe('')
    })
  })

  describe('leaves the tab', () => {
    const typeOne = async () => {
      const page = await site().visitHome()
      await openAlert(page)
      await alertSetup(page).getByLabel('Last name').fill('Hallowmere')
      await expect.poll(() => drafts(page)).toContain('Hallowmere')
      return page
    }

    it('at logout', { timeout }, async () => {
      const page = await typeOne()
      await page.goBack()
      await page.getByRole('button', { name: 'Log out' }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Yes, log out' }).click()
      await page.getByRole('heading', { name: 'Log in' }).waitFor()
      await expect.poll(() => drafts(page)).toBe('')
      await page.reload()
      await logInOnPage(page, site().login)
      await openAlert(page)
      await alertSetup(page).getByLabel('Last name').waitFor()
      await expect.poll(() => alertSetup(page).getByText(keptBanner).count()).toBe(0)
    })

    it('when the session has ended; the next user of the browser never sees it', { timeout }, async () => {
      const page = await typeOne()
      const { server } = site()
      await server.deps.db.deleteFrom('session').execute()
      await page.reload()
      await page.getByRole('heading', { name: 'Log in' }).waitFor()
      await expect.poll(() => drafts(page)).toBe('')
      await logInOnPage(page, await makeUser(server.deps.db))
      await alertSetup(page).getByLabel('Last name').waitFor()
      await expect.poll(() => alertSetup(page).getByLabel('Last name').inputValue()).toBe('')
    })
  })

  describe('is asked about if it cannot be kept', () => {
    const question = 'Leave without saving?'
    /** The mark of the browser's history entry (leave-guard.ts). */
    const expectMark = (page: Page, mark: string) =>
      expect.poll(() => page.evaluate(() => (history.state as { mark?: string } | null)?.mark)).toBe(mark)

    it('on Back: stays, or leaves', { timeout }, async () => {
      const page = await site().visitHome()
      await page.getByRole('button', { name: 'Profile' }).click()
      await page.getByRole('button', { name: 'Change Password' }).click()
      const dialog = page.getByRole('dialog', { name: 'Change Password' })
      await dialog.getByLabel('New password').fill('Secret-Words-99')
      const asked = page.getByRole('alertdialog', { name: question })
      // Until the form knows of the change, there is nothing to ask about.
      await expectMark(page, 'leave-guard stop')
      await page.goBack()
      await asked.getByRole('button', { name: 'Stay here' }).click()
      await expect.poll(() => dialog.getByLabel('New password').inputValue()).toBe('Secret-Words-99')
      await page.goBack()
      await asked.getByRole('button', { name: 'Leave', exact: true }).click()
      await page.getByRole('dialog', { name: 'Profile' }).waitFor()
      await expect.poll(() => asked.count()).toBe(0)
    })

    it("in a password reset: on Back, at the county's mark and on loading again", { timeout }, async () => {
      const page = await site().visit()
      await page.goto('/forgotPassword')
      await page.goto(await makeValidLink(site(), 'password'))
      const field = page.getByLabel('New password')
      await field.click()
      await page.keyboard.type('Secret-Words-99')
      const isKept = () => expect.poll(() => field.inputValue()).toBe('Secret-Words-99')
      const asked = page.getByRole('alertdialog', { name: question })
      for (const leave of [() => page.goBack(), () => page.getByRole('banner').getByRole('link').first().click()]) {
        await leave()
        await asked.getByRole('button', { name: 'Stay here' }).click()
        await isKept()
      }
      // Here the browser asks.
      const warning = page.waitForEvent('dialog')
      await page.evaluate(() => void setTimeout(() => location.reload()))
      expect((await warning).type()).toBe('beforeunload')
      await (await warning).dismiss()
      await isKept()
      expect(await drafts(page)).toBe('')
      await page.goBack()
      await asked.getByRole('button', { name: 'Leave', exact: true }).click()
      await page.getByRole('heading', { name: 'Forgot Password' }).waitFor()
    })

    it('on Back from a page of the panel, but not once it is undone', { timeout }, async () => {
      const user = await makeUser(site().server.deps.db)
      const page = await visitPanel(site(), '/controlPanel/users')
      await page.goto(`/controlPanel/users`)
      await page.evaluate((id) => history.pushState(null, '', `/controlPanel/userPassword/${id}`), user.id)
      await page.reload()
      const field = page.getByLabel('New password')
      await field.fill('x')
      await expectMark(page, 'leave-guard stop')
      await page.goBack()
      await page.getByRole('alertdialog', { name: question }).getByRole('button', { name: 'Stay here' }).click()
      await field.fill('')
      await expectMark(page, 'leave-guard page')
      await page.goBack()
      await page.waitForURL('**/controlPanel/users')
      await expect.poll(() => page.getByRole('alertdialog').count()).toBe(0)
    })
  })

  describe('is kept without a network', () => {
    it.each([
      [360, 740],
      [1440, 900],
    ])('at %i px: says so in the dialog, and the same button saves later', { timeout }, async (width, height) => {
      const page = await site().visitHome({ width, height })
      await openAlert(page)
      const lastName = `Offline ${width}`
      const setup = await typeAlert(page, lastName)
      await page.context().setOffline(true)
      await setup.getByText(offline).waitFor()
      await setup.getByRole('button', { name: 'Done' }).click()
      await setup.getByRole('alert').getByText(offline).waitFor()
      expect(await findPageFaults(page)).toEqual([])
      await expect.poll(() => setup.getByText('Saving…').count()).toBe(0)
      await page.context().setOffline(false)
      await setup.getByRole('button', { name: 'Done' }).click()
      await page.getByText('Alert saved.').waitFor()
      expect(await countAlerts(`Perpetua ${lastName}`)).toBe(1)
    })

    it.each<[string, (route: Route) => Promise<void>, RegExp]>([
      ['the server stops amid the call', (route) => route.abort('failed'), /could not reach the service/],
      [
        'a proxy answers with its own page',
        (route) => route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad Gateway</h1>' }),
        /HTTP status 502/,
      ],
    ])('if %s: a second try after the save makes no second alert', { timeout }, async (_how, lose, message) => {
      const page = await site().visitHome()
      await openAlert(page)
      const lastName = `Lost ${message.source.slice(0, 4)}`
      const setup = await typeAlert(page, lastName)
      await page.route(/userView\.saveAlert/, async (route) => {
        await route.fetch()
        await lose(route)
      })
      await setup.getByRole('button', { name: 'Done' }).click()
      const notice = setup.getByRole('alert')
      await notice.getByText(message).waitFor()
      await notice.getByText(keptToast).waitFor()
      await expect.poll(() => setup.getByLabel('Last name').inputValue()).toBe(lastName)
      await page.unroute(/userView\.saveAlert/)
      await setup.getByRole('button', { name: 'Done' }).click()
      await page.getByText('It was saved the first time').waitFor()
      expect(await countAlerts(`Perpetua ${lastName}`)).toBe(1)
    })

    it('without an answer: says so after half a minute', { timeout }, async () => {
      const page = await site().visitHome()
      await page.clock.install()
      await page.reload()
      await openAlert(page)
      const setup = await typeAlert(page, 'Waiting')
      await page.route(/userView\.saveAlert/, () => undefined)
      await setup.getByRole('button', { name: 'Done' }).click()
      await setup.getByRole('button', { name: 'Saving…' }).waitFor()
      await setup.getByRole('alert').getByText('We got no answer in 30 seconds.').waitFor({ timeout: 60_000 })
      await setup.getByRole('button', { name: 'Done' }).waitFor()
    })
  })
})
