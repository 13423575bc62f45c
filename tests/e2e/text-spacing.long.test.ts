import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { createAxe } from './page-faults.ts'
import { resize } from './resize.ts'
import { describeInBrowser, useSite } from './site.ts'

/** The spacing that a reader may set without loss (WCAG 2.1, 1.4.12). */
const spacing = [
  '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }',
  'p { margin-block-end: 2em !important }',
]

/** Adds rules to the page's own style sheet, since the security policy allows no other style. */
const addRules = (page: Page, rules: string[]) =>
  page.evaluate((added) => {
    const sheet = document.styleSheets[0]
    for (const rule of added) sheet?.insertRule(rule, sheet.cssRules.length)
  }, rules)

/** What that spacing loses: sideways scrolling, and text that its box cuts off. */
async function findLosses(page: Page): Promise<string[]> {
  await addRules(page, spacing)
  // It arrives with the next frame: with reduced motion each change is a very short transition.
  await page.waitForFunction(() => getComputedStyle(document.body).letterSpacing !== 'normal')
  const losses: string[] = []
  for (const width of [1280, 320]) {
    await resize(page, { width, height: 900 })
    losses.push(
      ...(await page.evaluate((at) => {
        const over = document.documentElement.scrollWidth - document.documentElement.clientWidth
        const cut = [...document.querySelectorAll<HTMLElement>('body *')].filter((element) => {
          const { overflowX, overflowY } = getComputedStyle(element)
          const says = [...element.childNodes].some((node) => node.nodeType === 3 && node.nodeValue?.trim())
          const hides = [overflowX, overflowY].some((how) => how === 'hidden' || how === 'clip')
          // An element of one pixel is for screen readers alone.
          const shown = element.clientWidth > 1 && element.clientHeight > 1
          const tooBig =
            element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + 1
          // A dialog's body may scroll down, but not sideways.
          const sideways = overflowX === 'auto' && element.scrollWidth > element.clientWidth + 1
          return shown && (sideways || (says && hides && tooBig))
        })
        return [
          ...(over > 0 ? [`at ${at} px it scrolls ${over} px sideways`] : []),
          ...cut.map((element) => `at ${at} px cut off: ${element.textContent}`),
        ]
      }, width)),
    )
  }
  await resize(page, { width: 1280, height: 900 })
  return losses
}

describeInBrowser("the reader's own text spacing", () => {
  const site = useSite()

  it('loses nothing on public pages, and the forms have no faults', { timeout: 300_000 }, async () => {
    const page = await site().visit()
    for (const [path, heading] of [
      ['/login', 'Log in'],
      ['/register', 'About you'],
      ['/forgotUsername', 'Forgot Username'],
      ['/forgotPassword', 'Forgot Password'],
    ] as const) {
      await page.goto(path)
      await page.getByRole('heading', { level: 1, name: heading }).waitFor()
      expect.soft((await createAxe(page).analyze()).violations, path).toEqual([])
      expect.soft(await findLosses(page), path).toEqual([])
    }
  })

  it('loses nothing on the home page and in Alert Setup', { timeout: 300_000 }, async () => {
    const page = await site().visitHome()
    expect.soft(await findLosses(page), 'home').toEqual([])
    await page.getByRole('link', { name: 'Home parcel' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Alert Setup' })
    await dialog.getByText('Verified', { exact: true }).first().waitFor()
    // The result of the preview is drawn.
    await dialog.getByText('in the last 12 months').waitFor()
    await expect.poll(() => findLosses(page), { timeout: 60_000, message: 'Alert Setup' }).toEqual([])
  })
  // WCAG 2.1, 1.4.4.
  it('does not scroll sideways with text of twice the size on a phone', { timeout: 300_000 }, async () => {
    const page = await site().visitHome()
    await resize(page, { width: 360, height: 740 })
    await addRules(page, ['html { font-size: 200% !important }'])
    const fits = () => page.evaluate(() => document.documentElement.scrollWidth)
    await expect.poll(() => page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe('32px')
    await expect.poll(fits, { message: 'home' }).toBe(360)
    await page.getByRole('link', { name: 'Home parcel' }).first().click()
    await page.getByRole('dialog', { name: 'Alert Setup' }).getByText('Verified', { exact: true }).first().waitFor()
    await expect.poll(fits, { message: 'Alert Setup' }).toBe(360)
  })
})
