import type { Page } from 'playwright-core'

/**
 * Resizes the window and waits until the page has its new size: the command returns earlier, and a field that got the
 * focus in between was scrolled into view of the former window.
 */
export async function resize(page: Page, size: { width: number; height: number }): Promise<void> {
  await page.setViewportSize(size)
  await page.waitForFunction(({ width, height }) => innerWidth === width && innerHeight === height, size)
  await page.evaluate(() => new Promise(requestAnimationFrame))
}
