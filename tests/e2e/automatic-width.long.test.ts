import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { createKeyboard } from './keyboard.ts'
import { findPageFaults } from './page-faults.ts'
import { describeInBrowser, useSite } from './site.ts'

const automatic = ['Nicknames', 'Names that sound alike', 'Typos', 'Old name kept as a middle name']
const timeout = 300_000

describeInBrowser('automatic width of a new alert', () => {
  const site = useSite()

  const openForm = async (page: Page) => {
    await page.goto('/home?alert=new')
    const setup = page.getByRole('dialog', { name: 'Alert Setup' })
    await setup.getByLabel('First name').waitFor()
    const option = (name: string) => setup.getByRole('checkbox', { name: new RegExp(`^${name}`) })
    const readAutomatic = () => Promise.all(automatic.map((name) => option(name).isChecked()))
    const watch = async (firstName: string, lastName: string) => {
      await setup.getByLabel('First name').fill(firstName)
      await setup.getByLabel('Last name').fill(lastName)
    }
    /** From the last name to the options, wherever the form is scrolled to. */
    const measureDistance = async () => {
      const [field, box] = await Promise.all([
        setup.getByLabel('Last name').boundingBox(),
        option('Nicknames').boundingBox(),
      ])
      return (box?.y ?? Number.NaN) - (field?.y ?? Number.NaN)
    }
    return { setup, option, readAutomatic, watch, measureDistance }
  }

  it('follows the name until the reader chooses, and saves what is shown', { timeout }, async () => {
    const page = await site().visitHome()
    const { setup, option, readAutomatic, watch, measureDistance } = await openForm(page)
    expect(await readAutomatic()).toEqual([false, false, false, false])

    await watch('Ottilie', 'Farrow')
    await setup.getByText('This name is rare here, so we also watch for close spellings.').waitFor()
    await expect.poll(readAutomatic).toEqual([true, true, true, true])
    await setup.getByText('in the last 12 months').waitFor()
    expect(await findPageFaults(page)).toEqual([])

    await watch('John', 'Smith')
    await setup.getByText('This name is common here, so we do not watch for close spellings.').waitFor()
    await expect.poll(readAutomatic).toEqual([false, false, false, false])

    await watch('Ottilie', 'Farrow')
    await expect.poll(readAutomatic).toEqual([true, true, true, true])
    const distance = await measureDistance()
    await option('Nicknames').uncheck()
    await setup.getByText('You chose the options.').waitFor()
    // The option under the pointer must not move away.
    expect(await measureDistance()).toBeCloseTo(distance, 0)
    const chosen = [false, true, true, true]
    const counted = page.waitForResponse((response) => response.url().includes('alertPreview'))
    await watch('John', 'Smith')
    await counted
    expect(await readAutomatic()).toEqual(chosen)

    await watch('Ottilie', 'Farrow')
    await setup.getByLabel('I agree to get emails').check()
    await setup.getByRole('button', { name: 'Done' }).click()
    await setup.getByText('When a record matches, we’ll notify you').waitFor()

    // A saved alert says which options are on, and never changes automatically.
    await page.goto('/home?show=alerts')
    const saved = page.getByRole('dialog', { name: 'My Alerts' }).getByRole('listitem')
    const own = saved.filter({ hasText: 'Ottilie Farrow' }).first()
    await own
      .getByText(
        'Options: Names that sound alike, Typos, Old name kept as a middle name, Weekly email of possible matches',
      )
      .waitFor()
    await own.getByRole('link', { name: /^Edit/ }).click()
    await setup.getByText('in the last 12 months').waitFor()
    expect(await readAutomatic()).toEqual(chosen)
    expect(await setup.getByText(/is rare here|You chose/).count()).toBe(0)
  })

  it('keeps a former last name, added by keyboard on a phone', { timeout }, async () => {
    const page = await site().visitHome({ width: 360, height: 740 })
    const { setup } = await openForm(page)
    const keys = createKeyboard(page)
    await keys.typeIn({ 'First name': 'Thessaly', 'Last name': 'Brandvold' })
    await keys.press('+ Add a former last name')
    await expect.poll(async () => (await keys.focused()).name).toContain('Former last name')
    await page.keyboard.type('Farrow')
    await setup.getByText('The same under the former last name: Thessaly Farrow.').waitFor()
    await setup
      .locator('label')
      .filter({ hasText: /^Former last name.* · adds/ })
      .waitFor()
    await keys.press('Remove the former last name')
    await expect.poll(async () => (await keys.focused()).name).toBe('+ Add a former last name')
    await setup.getByText('The same under the former last name').waitFor({ state: 'hidden' })
    await page.keyboard.press('Enter')
    await setup.getByRole('textbox', { name: /^Former last name/ }).waitFor()
    expect(await findPageFaults(page)).toEqual([])
  })

  it('explains the rule to visitors', { timeout }, async () => {
    const page = await site().visit({ width: 360, height: 740 })
    await page.goto('/login')
    await page.getByRole('link', { name: 'How we match names' }).click()
    await page.getByRole('heading', { level: 1, name: 'How we match names' }).waitFor()
    expect(await findPageFaults(page)).toEqual([])
    // Paper has only the text.
    await page.emulateMedia({ media: 'print' })
    expect(await page.getByRole('button', { name: 'Print' }).isVisible()).toBe(false)
    expect(await page.getByText('SMITH JAMES').isVisible()).toBe(true)
  })
})
