import type { BrowserContext, Page } from 'playwright-core'
import { expect } from 'vitest'

type Shifting = { shift?: number }

/** What moves without a press may add up to this on a page: half of what browsers call good. */
export const stillBelow = 0.05

/** From now on, pages add up what moves without a press, as browsers do for the layout shift of a page. */
export const addUpShifts = (context: BrowserContext) =>
  context.addInitScript(() => {
    const own = globalThis as Shifting
    own.shift = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
        if (!entry.hadRecentInput) own.shift = (own.shift ?? 0) + entry.value
    }).observe({ type: 'layout-shift', buffered: true })
  })

/** Fails if nothing adds up the shifts. */
export async function readShift(page: Page): Promise<number> {
  const shift = await page.evaluate(() => (globalThis as Shifting).shift)
  expect(shift, 'an observer of shifts').toBeDefined()
  return shift ?? Infinity
}

/** The shift of a page that has settled, with the web fonts, which load last. */
export async function measureShift(page: Page): Promise<number> {
  await page.waitForLoadState('networkidle')
  await page.locator('html[data-web-fonts]').waitFor()
  await page.waitForFunction(() => document.querySelector('h1, h2') && !document.querySelector('[data-loading]'))
  return readShift(page)
}

/** Each answer takes a while, so that each wave of what a page loads is seen separately. */
export async function loadInWaves(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 100,
    downloadThroughput: -1,
    uploadThroughput: -1,
  })
}

/** The shift of each of these pages, in parallel pages of one context: most of the time they wait for answers. */
export async function measureShifts(
  context: BrowserContext,
  paths: readonly string[],
): Promise<[path: string, shift: number][]> {
  const waiting = [...paths]
  const shifts: [string, number][] = []
  const takeInTurn = async () => {
    for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
      const page = await context.newPage()
      await loadInWaves(page)
      // Also the fonts, which would otherwise load immediately.
      await (await context.newCDPSession(page)).send('Network.setCacheDisabled', { cacheDisabled: true })
      await page.goto(path)
      shifts.push([path, await measureShift(page)])
      await page.close()
    }
  }
  await Promise.all([1, 2, 3, 4].map(takeInTurn))
  return shifts
}
