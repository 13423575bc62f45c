import type { Route } from 'playwright-core'
import { describe, expect, it, onTestFinished } from 'vitest'
import { messages } from '#shared/contract/messages.ts'
import { createAxe, findPageFaults } from './page-faults.ts'
import { describeInBrowser, logInOnPage, useSite } from './site.ts'

const timeout = 300_000

describeInBrowser('where something is missing', () => {
  const site = useSite()

  describe('a page that fails', () => {
    const phone = '(612) 555-0100'
    /** A page whose console may report what the test breaks. */
    const visitBroken = async () => {
      const context = await site().browser.newContext({ baseURL: site().url, reducedMotion: 'reduce' })
      onTestFinished(() => context.close())
      return context.newPage()
    }

    it('affects only the dialog if a dialog’s script does not load', { timeout }, async () => {
      const page = await visitBroken()
      await page.goto('/login')
      await logInOnPage(page, site().login)
      await page.route(/history-dialog.*\.js/, (route) => route.abort())
      const card = page.getByRole('region', { name: 'Alert History' })
      await card
        .getByRole('link', { name: 'Details' })
        .or(card.getByRole('button', { name: 'Details' }))
        .click()
      const failed = page.getByRole('dialog', { name: 'Something went wrong' })
      await failed.waitFor()
      expect(await findPageFaults(page)).toEqual([])
      await failed.getByRole('button', { name: 'Close' }).first().click()
      await page.getByRole('button', { name: 'Add New Alert' }).waitFor()
    })

    it('opens a dialog whose script an upgrade removed once the page is loaded again', { timeout }, async () => {
      const page = await visitBroken()
      await page.goto('/login')
      await logInOnPage(page, site().login)
      await page.getByRole('button', { name: 'Add New Alert' }).waitFor()
      // As from a server that has only the scripts of its own version.
      await page.route(/alert-setup.*\.js/, (route) => route.fulfill({ status: 404, json: { ok: false } }))
      await page.getByRole('button', { name: 'Add New Alert' }).click()
      const failed = page.getByRole('dialog', { name: 'Something went wrong' })
      await failed.getByRole('button', { name: 'Reload the page' }).waitFor()
      await page.unroute(/alert-setup.*\.js/)
      await failed.getByRole('button', { name: 'Reload the page' }).click()
      await page.getByRole('dialog', { name: 'Alert Setup' }).getByLabel('Last name').waitFor()
    })

    it.each([
      ['that is not found', '/nowhere', undefined],
      ['that cannot load', '/home', /home\.all/],
    ])("%s still has the county's name and phone", { timeout }, async (_what, path, dropped) => {
      const page = await site().visitHome()
      if (dropped) await page.route(dropped, (route) => route.fulfill({ status: 500, body: '' }))
      await page.goto(path)
      await page.getByText(`Need help? Call Alder County: ${phone}.`).waitFor({ timeout: 60_000 })
      expect(await findPageFaults(page)).toEqual([])
    })

    it(
      "shows the county's phone from the last visit if its content, or the script, does not load",
      { timeout },
      async () => {
        const page = await visitBroken()
        await page.goto('/login')
        await page.getByText(phone).waitFor()
        await page.route(/helperdata\.landnotification/, (route) => route.abort())
        await page.goto('/login')
        await page.getByText(phone).waitFor()
        await page.getByRole('banner').getByText('Alder County').waitFor()
        await page.route(/assets\/.*\.js/, (route) => route.abort())
        await page.goto('/login')
        await page.getByRole('heading', { name: 'This page could not be loaded' }).waitFor()
        await page.getByRole('link', { name: phone }).waitFor()
        expect((await createAxe(page).analyze()).violations).toEqual([])
        await page.unroute(/assets\/.*\.js/)
        await page.getByRole('link', { name: 'Try again' }).click()
        await page.getByRole('heading', { name: 'Log in' }).waitFor()
      },
    )
  })

  describe('a page that failed while the database was unavailable', () => {
    /** As the server answers calls then: each with its own refusal. */
    const refuse = (route: Route) => {
      const calls = new URL(route.request().url()).pathname.split(',')
      const data = { code: 'SERVICE_UNAVAILABLE', httpStatus: 503 }
      return route.fulfill({
        status: 503,
        json: calls.map(() => ({ error: { code: -32_603, message: messages.busy, data } })),
      })
    }

    it.each<[string, string, RegExp, ['heading' | 'link', string]]>([
      ['home', '/home', /currentUser\.loginStatus/, ['heading', 'My Alerts']],
      ['the cards of home', '/home', /home\.all/, ['heading', 'My Alerts']],
    ])(
      'loads automatically once it is back, and is not read out again until then: %s',
      { timeout },
      async (_what, path, calls, [role, name]) => {
        const page = await site().visitHome()
        await page.route(calls, refuse)
        await page.route('/readyz', (route) => route.fulfill({ status: 503, json: { ok: false } }))
        const asked = page.waitForRequest(/\/readyz$/, { timeout: 90_000 })
        await page.goto(path)
        const told = page.getByRole('alert').filter({ hasText: messages.busy })
        await told.waitFor()
        await page.getByRole('button', { name: 'Try again' }).focus()
        const first = await told.elementHandle()
        await asked
        expect(await first?.evaluate((element) => element.isConnected)).toBe(true)
        expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Try again')
        expect(await findPageFaults(page)).toEqual([])
        await page.unroute(calls)
        await page.unroute('/readyz')
        await page.getByRole(role, { name }).waitFor({ timeout: 90_000 })
        await told.waitFor({ state: 'detached' })
      },
    )
  })

  describe('on a low screen', () => {
    it.each([
      [320, 256],
      [640, 360],
    ])('%i by %i: header and footer of a dialog scroll with its body', { timeout }, async (width, height) => {
      const page = await site().visitHome({ width, height })
      for (const [open, name] of [
        ['/home?alert=new', 'Alert Setup'],
        ['/home?account=profile', 'Profile'],
      ] as const) {
        await page.goto(open)
        const dialog = page.getByRole('dialog', { name })
        const title = dialog.getByRole('heading', { name, exact: true }).first()
        await dialog.getByRole('textbox').first().waitFor()
        await expect.poll(() => title.evaluate((heading) => heading.getBoundingClientRect().top >= 0)).toBe(true)
        await dialog.getByRole('textbox').last().scrollIntoViewIfNeeded()
        await expect.poll(() => title.evaluate((heading) => heading.getBoundingClientRect().bottom < 0)).toBe(true)
        expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
      }
      await page.goto('/home')
      await page.getByRole('button', { name: 'Log out' }).click()
      const question = page.getByRole('alertdialog')
      await question.getByRole('button', { name: 'No' }).scrollIntoViewIfNeeded()
      await question.getByRole('button', { name: 'No' }).click()
    })
  })
})
