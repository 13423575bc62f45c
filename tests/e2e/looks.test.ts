import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { describeInBrowser, type House, type Look, useHouse } from './house.ts'

type Visit = (house: House, look: Look) => Promise<Page>

const pathOf = async (house: House, kind: string): Promise<string> => {
  const pattern = new RegExp(`http\\S+(/${kind}/[\\w-]+)`)
  const found = (await house.outbox()).map(({ text }) => pattern.exec(text)?.[1]).find(Boolean)
  return found ?? ''
}

const at =
  (path: string | ((house: House) => Promise<string>), ready: string): Visit =>
  async (house, look) => {
    const page = await house.visit(look)
    await page.goto(typeof path === 'string' ? path : await path(house))
    await page.getByRole('heading', { name: ready }).waitFor()
    return page
  }

const setup =
  (then: (page: Page) => Promise<unknown>): Visit =>
  async (house, look) => {
    const page = await house.visitHome(look)
    await page.getByRole('button', { name: 'Add New Alert' }).click()
    await page.getByRole('dialog', { name: 'Alert Setup' }).getByLabel('First name').waitFor()
    await then(page)
    return page
  }

const fillName = async (page: Page) => {
  await page.getByLabel('First name').fill('Thessaly')
  await page.getByLabel('Last name').fill('Brandvold')
  await page.getByText('in the last 12 months').waitFor()
}

/** Every page, dialog and state there is, and how to get there. */
const screens: Record<string, Visit> = {
  login: at('/login', 'Log in'),
  'login refused': async (house, look) => {
    const page = await at('/login', 'Log in')(house, look)
    await page.getByRole('button', { name: 'Log In' }).click()
    await page.getByText('Required.').first().waitFor()
    return page
  },
  home: (house, look) => house.visitHome(look),
  'new alert': setup(async () => {}),
  'alert with a preview': setup(fillName),
  'alert with errors': setup(async (page) => {
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('alertdialog').waitFor()
    await page.getByRole('button', { name: 'OK' }).click()
    await page.getByRole('alertdialog').waitFor({ state: 'hidden' })
  }),
  'error summary': setup(async (page) => {
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('alertdialog').waitFor()
  }),
  'leaving unsaved': setup(async (page) => {
    await page.getByLabel('First name').fill('T')
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).first().click()
    await page.getByRole('alertdialog').waitFor()
  }),
  'saved alert': async (house, look) => {
    const page = await house.visitHome(look)
    await page.getByRole('link', { name: 'Home parcel' }).first().click()
    await page.getByText('Verification Needed').waitFor()
    return page
  },
  'log out': async (house, look) => {
    const page = await house.visitHome(look)
    await page.getByRole('button', { name: 'Log out' }).click()
    await page.getByRole('alertdialog').waitFor()
    return page
  },
  outbox: at('/outbox', 'Outbox'),
  'email confirmed': at((house) => pathOf(house, 'ConfirmEmail'), 'Email Verification Complete'),
  'email not confirmed': at('/ConfirmEmail/cut-short', 'Unable to verify email'),
  'confirm a phone': at('/ConfirmPhone/cut-short', 'Confirm your phone'),
  notice: at((house) => pathOf(house, 'notice'), 'Why you got this'),
  'stop alerts': at((house) => pathOf(house, 'unsubscribe'), 'Stop these alerts?'),
  'bad link': at('/notice/cut-short', 'This link does not work'),
  'no such page': at('/nowhere', 'We have no such page'),
}

const sideways = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

describeInBrowser('every page and dialog', () => {
  const house = useHouse()

  it.each(Object.entries(screens))(
    '%s: no fault of accessibility, light or dark; nothing scrolls sideways',
    async (_name, visit) => {
      const page = await visit(house(), { width: 1280 })
      for (const theme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
        await page.waitForFunction((wanted) => document.documentElement.dataset.theme === wanted, theme)
        // In the dark only the colours differ.
        const axe = new AxeBuilder({ page })
        const { violations } = await (theme === 'dark' ? axe.withRules(['color-contrast']) : axe).analyze()
        expect(
          violations.map(({ id, nodes }) => ({ id, at: nodes.map(({ html }) => html) })),
          theme,
        ).toEqual([])
      }
      // 320 px is also 1280 at 400 %; 640 is 1280 at 200 % (WCAG 1.4.4 and 1.4.10).
      for (const width of [640, 320]) {
        await page.setViewportSize({ width, height: 700 })
        expect(await sideways(page), `at ${width} px`).toBe(0)
      }
    },
  )
})
