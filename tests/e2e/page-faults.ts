import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { resize } from './resize.ts'

/**
 * Runs axe for violations only, in the page itself: by default it opens another page per run to merge frames, which
 * takes three times as long. We have no frames.
 */
export const createAxe = (page: Page): AxeBuilder =>
  new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode()

const anyDialog = '[role=dialog], [role=alertdialog]'

type PageChecks = {
  /** Pixels; 640 is 1280 at 200 %, and 320 at 400 % (WCAG 1.4.4 and 1.4.10). */
  widths?: readonly number[]
  /** The dark theme usually differs in color only. */
  darkRules?: 'contrast' | 'all'
}

/** Elements are translucent during animations and have too little contrast until they finish. */
const waitForAnimations = (page: Page) =>
  page.evaluate(async () => {
    await new Promise(requestAnimationFrame)
    const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
    // Canceled animations have finished too.
    await Promise.allSettled(ending.map(({ finished }) => finished))
  })

/** A page of the app says its theme; one of the server's own (public/page.js) follows the device by its style alone. */
const waitForTheme = (page: Page, theme: 'light' | 'dark') =>
  page.waitForFunction((wanted) => {
    const isServerPage = document.querySelector('script[src="/page.js"]') !== null
    const shown = isServerPage
      ? getComputedStyle(document.documentElement).colorScheme
      : document.documentElement.dataset.theme
    return shown === wanted
  }, theme)

/** Pixels by which a page is wider than its window, after layout: tables take a moment to become cards. */
async function measureOverflow(page: Page): Promise<number> {
  await page
    .waitForFunction(() => document.documentElement.scrollWidth <= innerWidth, undefined, { timeout: 60_000 })
    .catch(() => undefined)
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
}

/** A page of the app says its theme; one of the server's own (public/page.js) follows the device by its style alone. */
export async function findPageFaults(
  page: Page,
  { widths = [640, 320], darkRules = 'contrast' }: PageChecks = {},
): Promise<string[]> {
  const faults: string[] = []
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
    await waitForTheme(page, theme)
    await waitForAnimations(page)
    // The page behind a dialog has already been checked.
    const axe = createAxe(page)
    if ((await page.locator(anyDialog).count()) > 0) axe.include(anyDialog)
    if (theme === 'dark' && darkRules === 'contrast') axe.withRules(['color-contrast'])
    const { violations } = await axe.analyze()
    for (const { id, nodes } of violations) faults.push(`${theme}: ${id}: ${nodes.map(({ html }) => html).join(' ')}`)
  }
  const before = page.viewportSize()
  for (const width of widths) {
    await resize(page, { width, height: 800 })
    const over = await measureOverflow(page)
    if (over > 0) faults.push(`at ${width} px it scrolls ${over} px sideways`)
  }
  if (before) await resize(page, before)
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  return faults
}
