import type { CDPSession, Page } from 'playwright-core'
import { expect, it, onTestFinished } from 'vitest'
import { describeInBrowser, type Site, useSite } from './site.ts'

/** A slow phone (docs/performance.md): 50 kB a second, 400 ms, a quarter of the processor. */
const bytesPerSecond = 400_000 / 8
const network = { offline: false, latency: 400, downloadThroughput: bytesPerSecond, uploadThroughput: bytesPerSecond }
const phone = { width: 360, height: 740 }
const patience = 60_000

async function slowDown(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', network)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  return session
}

/** The requests so far and their bytes as sent, headers too. */
function countRequests(session: CDPSession) {
  const counts = { requests: 0, bytes: 0 }
  session.on('Network.requestWillBeSent', () => void counts.requests++)
  session.on('Network.loadingFinished', ({ encodedDataLength }) => void (counts.bytes += encodedDataLength))
  return counts
}

/** Adds up what moves without a press, as browsers do for the layout shift of a page. */
const addUpShifts = () =>
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
      if (!entry.hadRecentInput) document.documentElement.dataset.shift = String(readShift() + entry.value)
    function readShift() {
      return Number(document.documentElement.dataset.shift ?? 0)
    }
  }).observe({ type: 'layout-shift', buffered: true })

const readShift = (page: Page) => page.evaluate(() => Number(document.documentElement.dataset['shift'] ?? 0))

/** A visitor's page whose browser has nothing in its cache, logged in if wanted. */
async function openFresh(site: Site, { loggedIn }: { loggedIn: boolean }): Promise<Page> {
  const page = loggedIn ? await site.visitHome(phone) : await site.visit(phone)
  const state = await page.context().storageState()
  const context = await site.browser.newContext({
    baseURL: site.url,
    viewport: phone,
    storageState: { cookies: state.cookies, origins: [] },
  })
  onTestFinished(() => context.close())
  context.setDefaultTimeout(patience)
  await context.addInitScript(addUpShifts)
  return context.newPage()
}

describeInBrowser('a slow phone with an empty cache', () => {
  const site = useSite()

  it('shows the first alert after at most 20 requests and 220 kB', { timeout: patience }, async () => {
    const page = await openFresh(site(), { loggedIn: true })
    const counts = countRequests(await slowDown(page))
    await page.goto('/home', { waitUntil: 'commit' })
    await page.getByText('Loading.').waitFor()
    expect(counts.requests, 'requests before a line can be read').toBeLessThan(15)
    await page.getByRole('link', { name: 'My name' }).first().waitFor()
    expect(counts.requests).toBeGreaterThan(5)
    expect(counts.requests).toBeLessThanOrEqual(20)
    expect(counts.bytes).toBeGreaterThan(100_000)
    expect(counts.bytes).toBeLessThanOrEqual(220_000)
  })

  it('loads the web fonts after the page, and at once when it has them', { timeout: patience }, async () => {
    const page = await openFresh(site(), { loggedIn: false })
    await slowDown(page)
    const hasWebFonts = () => page.evaluate(() => document.documentElement.dataset['webFonts'] !== undefined)
    await page.goto('/', { waitUntil: 'commit' })
    await page.getByLabel('Username').waitFor()
    expect(await hasWebFonts()).toBe(false)
    await expect.poll(hasWebFonts, { timeout: patience }).toBe(true)
    await page.reload({ waitUntil: 'commit' })
    await page.getByLabel('Username').waitFor()
    expect(await hasWebFonts()).toBe(true)
  })

  const pages: [path: string, loggedIn: boolean][] = [
    ['/', false],
    ['/register', false],
    ['/forgotUsername', false],
    ['/forgotPassword', false],
    ['/howWeMatch', false],
    ['/home', true],
    ['/home?alert=new', true],
    ['/home?alert=household', true],
    ['/home?show=alerts', true],
    ['/home?show=history', true],
    ['/home?account=profile', true],
  ]
  it.each(pages)('nothing moves by itself on %s', { timeout: patience }, async (path, loggedIn) => {
    const page = await openFresh(site(), { loggedIn })
    await slowDown(page)
    await page.goto(path, { waitUntil: 'networkidle', timeout: patience })
    await page.locator('html[data-web-fonts]').waitFor()
    await page.getByRole('heading').first().waitFor()
    expect(await readShift(page)).toBeLessThan(0.05)
  })
})
