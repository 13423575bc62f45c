import type { Locator, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { visitPanel } from './panel.ts'
import { resize } from './resize.ts'
import { describeInBrowser, useSite } from './site.ts'

const timeout = 300_000
const saved = 'Saved.'

describeInBrowser('a toast', () => {
  const site = useSite()

  const list = (page: Page) => page.locator('[data-toasts]')
  const toast = (page: Page) => list(page).getByRole('listitem')
  const boundingBox = async (of: Locator) => {
    const box = await of.boundingBox()
    if (!box) throw new Error('It cannot be seen.')
    return box
  }
  const covers = async (page: Page, other: Locator) => {
    const [one, two] = [await boundingBox(toast(page).last()), await boundingBox(other)]
    return (
      one.x < two.x + two.width && two.x < one.x + one.width && one.y < two.y + two.height && two.y < one.y + one.height
    )
  }
  /** How far the page is scrolled, and how long it is. */
  const layout = (page: Page) =>
    page.evaluate(() => {
      const footer = document.querySelector('footer')?.getBoundingClientRect()
      return { top: (footer?.top ?? 0) + scrollY, height: footer?.height, long: document.documentElement.scrollHeight }
    })
  const change = async (page: Page) => {
    await page.getByRole('checkbox').first().press('Space')
    await page.getByText('1 change not saved').waitFor()
  }
  const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true })

  /** A settings page on which something can be saved, of the width and height. */
  const open = async (viewport: { width: number; height: number }, clock = false) => {
    const page = await visitPanel(site(), '/controlPanel/userAccess')
    await resize(page, viewport)
    if (clock) {
      await page.clock.install()
      await page.reload()
    }
    await save(page).waitFor()
    return page
  }

  it.each([
    [360, 780],
    [1440, 900],
  ])('at %i px covers neither the pressed button nor the end of the page', { timeout }, async (width, height) => {
    const page = await open({ width, height })
    await change(page)
    await save(page).click()
    await toast(page).getByText(saved).waitFor()
    await expect.poll(() => covers(page, save(page))).toBe(false)
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
    for (const choice of await page.locator('footer select').all()) {
      await expect.poll(() => covers(page, choice)).toBe(false)
    }
  })

  it('does not shift the page when it appears or disappears', { timeout }, async () => {
    const page = await open({ width: 1440, height: 900 })
    await change(page)
    await save(page).click()
    await toast(page).getByText(saved).waitFor()
    // The form also says that it was saved.
    await page.getByText(/^No changes$/).waitFor()
    const shown = await layout(page)
    await toast(page).getByRole('button', { name: 'Close message' }).click()
    await toast(page).waitFor({ state: 'detached' })
    await expect.poll(() => layout(page)).toEqual(shown)
  })

  it('stays for eight seconds, longer under the pointer, and is announced politely', { timeout }, async () => {
    const page = await open({ width: 1440, height: 900 }, true)
    await change(page)
    await save(page).click()
    await toast(page).getByText(saved).waitFor()
    expect(await page.getByRole('status').filter({ hasText: saved }).first().getAttribute('aria-live')).toBe('polite')
    // The clock runs meanwhile, too.
    await page.clock.fastForward(1_000)
    await toast(page).getByText(saved).hover()
    await page.clock.fastForward(60_000)
    await expect.poll(() => toast(page).count()).toBe(1)
    await page.mouse.move(5, 5)
    await page.clock.fastForward(8_000)
    await toast(page).waitFor({ state: 'detached' })
  })
})
