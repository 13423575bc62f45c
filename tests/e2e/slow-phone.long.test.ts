import type { BrowserContext, Page } from 'playwright-core'
import { expect, it, onTestFinished } from 'vitest'
import { useRoll } from '../helpers/roll.ts'
import { addUpShifts, loadInWaves, measureShift, measureShifts, readShift, stillBelow } from './layout-shift.ts'
import { firstStep } from './registration.ts'
import { describeInBrowser, type Site, useSite } from './site.ts'
import { mailedLink } from './valid-links.ts'

/** A slow phone (docs/performance.md): 50 kB a second, 400 ms. No test measures time, so its processor may be fast. */
const bytesPerSecond = 400_000 / 8
const network = { offline: false, latency: 400, downloadThroughput: bytesPerSecond, uploadThroughput: bytesPerSecond }
const phone = { width: 360, height: 740 }
const patience = 60_000

async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', network)
}

type Watching = { seenAt?: Record<string, number> }

/** Records when each text is first in the page, by the page's own clock. */
function watchFor(texts: string[]): void {
  const seenAt: Record<string, number> = {}
  Object.assign(globalThis, { seenAt } satisfies Watching)
  new MutationObserver(() => {
    for (const text of texts) if (document.body?.textContent.includes(text)) seenAt[text] ??= performance.now()
  }).observe(document, { childList: true, subtree: true, characterData: true })
}

/** The requests that were made before a text was in the page, and the bytes of their answers. */
const countBefore = (page: Page, text: string) =>
  page.evaluate((wanted) => {
    const seenAt = (globalThis as Watching).seenAt?.[wanted] ?? 0
    const made = ['navigation', 'resource']
      .flatMap((type) => performance.getEntriesByType(type) as PerformanceResourceTiming[])
      .filter(({ startTime }) => startTime < seenAt)
    const paths = made.map(({ name }) => new URL(name).pathname)
    return {
      requests: made.length,
      bytes: made.reduce((sum, { transferSize }) => sum + transferSize, 0),
      twice: paths.filter((path, index) => paths.indexOf(path) < index),
    }
  }, text)

/**
 * Requests that no first use needs. They start when the machine gets to them, so they are held back: each text must
 * appear without them, and the number of the others is the same on every machine.
 */
const besidesAll = ['*.woff2', '*/favicon.svg', '*/assets/*-host-*', '*/trpc/helperdata.productVersions*']
const besidesAlertForm = ['home', 'home-page', 'own-phone-button', 'phone', 'correction'].map(
  (name) => `*/assets/${name}-*`,
)

type FirstUse = { path: string; shows: string; besides: string[]; requests: number; kB: number }
const firstUses: [what: string, use: FirstUse][] = [
  ['the first alert', { path: '/home', shows: 'My name', besides: [], requests: 14, kB: 200 }],
  [
    'the alert form',
    { path: '/home?alert=new', shows: 'First name', besides: besidesAlertForm, requests: 16, kB: 260 },
  ],
  ['the first field of a registration', { path: '/register', shows: 'First name', besides: [], requests: 13, kB: 255 }],
]

/** Holds back requests to addresses with these patterns, forever. */
async function holdBack(page: Page, patterns: string[]): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Fetch.enable', { patterns: patterns.map((urlPattern) => ({ urlPattern })) })
}

const pushDown = (page: Page) =>
  page.evaluate(() => {
    const wedge = document.createElement('div')
    wedge.style.height = '200px'
    document.body.prepend(wedge)
  })

type Cookies = Awaited<ReturnType<BrowserContext['cookies']>>
const logInOnce = async (site: Site): Promise<Cookies> => (await site.visitHome(phone)).context().cookies()

/** A page of a browser with an empty cache, with the cookies of a session if there is one. */
async function openFresh(site: Site, cookies: Cookies = []): Promise<Page> {
  const context = await site.browser.newContext({
    baseURL: site.url,
    viewport: phone,
    storageState: { cookies, origins: [] },
  })
  onTestFinished(() => context.close())
  context.setDefaultTimeout(patience)
  await addUpShifts(context)
  return context.newPage()
}

describeInBrowser('a slow phone with an empty cache', () => {
  const site = useSite()

  it.each(firstUses)(
    'loads %s with few requests and bytes',
    { timeout: 3 * patience },
    async (_what, { path, shows, besides, requests, kB }) => {
      const page = await openFresh(site(), path.startsWith('/home') ? await logInOnce(site()) : [])
      await page.addInitScript(watchFor, ['Loading.', shows])
      await loadInWaves(page)
      await holdBack(page, [...besidesAll, ...besides])
      await page.goto(path, { waitUntil: 'commit' })
      await page.getByText(shows).filter({ visible: true }).first().waitFor()
      expect((await countBefore(page, 'Loading.')).requests, 'requests before a line can be read').toBeGreaterThan(0)
      const counts = await countBefore(page, shows)
      expect(counts.requests).toBeGreaterThan(5)
      expect(counts.requests).toBeLessThanOrEqual(requests)
      expect(counts.bytes).toBeGreaterThan(100_000)
      expect(counts.bytes).toBeLessThanOrEqual(kB * 1000)
      // The page requests exactly what it preloads: nothing is loaded twice.
      expect(counts.twice).toEqual([])
    },
  )

  it('reads a notice after one request of 20 kB, without a script', { timeout: 3 * patience }, async () => {
    const page = await openFresh(site())
    await slowDown(page)
    const link = await mailedLink(site(), 'notice')
    await page.goto(link, { timeout: patience })
    const { bytes, blocking } = await page.evaluate(() => ({
      bytes: (performance.getEntriesByType('navigation') as PerformanceResourceTiming[]).map((e) => e.transferSize),
      blocking: document.querySelectorAll('link[rel=stylesheet], script:not([defer])').length,
    }))
    expect([bytes.length, blocking]).toEqual([1, 0])
    expect(bytes[0]).toBeLessThan(20_000)
    await page.waitForLoadState('networkidle', { timeout: patience })
    expect(await readShift(page)).toBeLessThan(stillBelow)
    const bare = await site().browser.newContext({ baseURL: site().url, javaScriptEnabled: false })
    onTestFinished(() => bare.close())
    const plain = await bare.newPage()
    await plain.goto(link)
    await plain.getByRole('button', { name: 'I expected this' }).click()
    await plain.getByRole('heading', { name: 'You said: I expected this' }).waitFor()
    await plain.getByRole('button', { name: 'Change my answer' }).click()
    await plain.getByRole('heading', { name: 'Do you recognize this record?' }).waitFor()
  })

  it('loads the web fonts after the page, and immediately when it has them', { timeout: 3 * patience }, async () => {
    const page = await openFresh(site())
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

  it('detects movement', { timeout: 3 * patience }, async () => {
    const page = await openFresh(site())
    await page.goto('/')
    const shift = await measureShift(page)
    await pushDown(page)
    await expect.poll(() => readShift(page)).toBeGreaterThan(shift + stillBelow)
  })

  const open = ['/', '/register', '/forgotUsername', '/forgotPassword', '/howWeMatch']
  const own = ['', '?alert=new', '?alert=household', '?show=alerts', '?show=history', '?account=profile']
  it('nothing moves unasked on the pages of a resident', { timeout: 3 * patience }, async () => {
    const visitor = (await openFresh(site())).context()
    const reader = (await openFresh(site(), await logInOnce(site()))).context()
    const shifts = [
      ...(await measureShifts(visitor, open)),
      ...(await measureShifts(
        reader,
        own.map((query) => `/home${query}`),
      )),
    ]
    expect(shifts.length).toBe(open.length + own.length)
    expect(shifts.filter(([, shift]) => shift >= stillBelow)).toEqual([])
  })

  it(
    'nothing moves unasked in a registration and on the page that completes it',
    { timeout: 4 * patience },
    async () => {
      await useRoll(site().server.deps.db, [
        { parcelId: '17-03-123-045', address: '412 LARKSPUR LN', city: 'ALDER FALLS', zip: '55810' },
      ])
      const page = await openFresh(site())
      await loadInWaves(page)
      await page.goto('/register', { timeout: patience })
      for (const [next, values] of firstStep('perpetua.slow')) {
        for (const [label, value] of Object.entries(values)) await page.getByLabel(label, { exact: true }).fill(value)
        await page.getByRole('button', { name: 'Next' }).click()
        await page.getByRole('heading', { level: 1, name: next }).waitFor()
        await page.waitForLoadState('networkidle')
        expect.soft(await readShift(page), next).toBeLessThan(stillBelow)
      }
      await page.getByText('We found your address in the county’s records.').waitFor()
      expect.soft(await readShift(page), 'with her address').toBeLessThan(stillBelow)
      await page.getByRole('checkbox', { name: /^I agree to get emails/ }).check()
      await page.getByRole('button', { name: 'Register' }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Close' }).click()
      await page.getByRole('heading', { level: 1, name: 'Check your email' }).waitFor()
      expect.soft(await measureShift(page), 'the whole registration').toBeLessThan(stillBelow)
      await page.goto(await mailedLink(site(), 'CompleteRegistration', 'perpetua.slow@lantern-street.example'))
      await page.getByRole('button', { name: 'Complete my registration' }).click()
      await page.getByRole('heading', { name: 'Your first alerts are on' }).waitFor()
      // A page of the server has no scripts to wait for.
      await page.waitForLoadState('networkidle', { timeout: patience })
      expect.soft(await readShift(page), 'the completion').toBeLessThan(stillBelow)
    },
  )
})
