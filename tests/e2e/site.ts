import type { Browser, Page } from 'playwright-core'
import { chromium } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, onTestFinished } from 'vitest'
import type { DemoFile } from '#scripts/demo/demo-file.ts'
import { seedDemo } from '#scripts/demo/seed-demo.ts'
import { type RunningServer, startServer } from '#server/start.ts'
import type { Role } from '#shared/contract/roles.ts'
import { startWorker } from '#worker/start.ts'
import { chromiumPath } from '../helpers/chromium.ts'
import { createTestDatabase } from '../helpers/database.ts'
import { testEnv, testVariables } from '../helpers/environment.ts'
import { bePatient } from '../helpers/server.ts'

const executablePath = chromiumPath()
if (!executablePath)
  console.log('The browser tests are left out: there is no Chromium here. Install one, or set CHROMIUM_PATH.')

/** A `describe` that is skipped, and reported as skipped, without a browser. */
export const describeInBrowser = describe.skipIf(!executablePath)

export type Site = {
  url: string
  server: RunningServer
  browser: Browser
  login: { username: string; password: string }
  /** A page for a new visitor. A security policy violation or script error fails the test. */
  visit(look?: VisitOptions): Promise<Page>
  /** The home page, logged in as the demo's resident. */
  visitHome(look?: VisitOptions): Promise<Page>
  /** Posts a record as the county's recorder does. */
  post(record: { id: string; grantor: string; parcels?: string[] }): Promise<void>
  /** Messages of the dev inbox, newest first. */
  outbox(to?: string): Promise<OutboxMessage[]>
}
export type VisitOptions = { width?: number; height?: number; theme?: 'light' | 'dark'; zoom?: number }
export type OutboxMessage = { channel: string; to: string; subject: string; text: string; createdAt: string }

const password = 'QuietMeadow#42'
const residents: DemoFile['users'] = [{ username: 'demo.user', password, role: 'USER' satisfies Role }]

async function openSite(env: Record<string, string>): Promise<Site & { close(): Promise<void> }> {
  const undo: (() => Promise<unknown>)[] = []
  // It starts while the database is being filled.
  const launch = chromium.launch({ ...(executablePath && { executablePath }), args: ['--no-sandbox'] })
  const close = async () => {
    await launch.then(
      (browser) => browser.close(),
      () => undefined,
    )
    for (const step of undo.splice(0).toReversed()) await step()
  }
  try {
    const database = await createTestDatabase()
    undo.push(database.drop)
    const overrides = { PUBLIC_URL: 'http://127.0.0.1:0', ...env }
    const { feedKey, feedSamples } = await seedDemo(testVariables(database.appUrl, overrides), {
      url: '',
      users: residents,
      feedKey: '',
    })
    const wanted = testEnv(database.appUrl, overrides)
    const server = await startServer(wanted, { settingsMaxAgeMs: 0, ...bePatient() })
    undo.push(server.stop)
    const worker = await startWorker({ ...wanted, PUBLIC_URL: server.address })
    undo.push(worker.stop)
    await feedSamples(server.address)
    return { ...createSite(server, await launch, feedKey), close }
  } catch (error) {
    await close()
    throw error
  }
}

function createSite(server: RunningServer, browser: Browser, feedKey: string): Site {
  const url = server.address
  const login = { username: 'demo.user', password }
  const visit = async ({ width = 1280, height = 900, theme = 'light', zoom = 1 }: VisitOptions = {}) => {
    const context = await browser.newContext({
      baseURL: url,
      colorScheme: theme,
      reducedMotion: 'reduce',
      // A browser's zoom makes CSS pixels fewer and larger.
      viewport: { width: Math.round(width / zoom), height: Math.round(height / zoom) },
      deviceScaleFactor: zoom,
    })
    context.setDefaultTimeout(60_000)
    const page = await context.newPage()
    failOnPageFaults(page)
    onTestFinished(() => context.close())
    return page
  }
  return {
    url,
    server,
    browser,
    login,
    visit,
    visitHome: async (look) => {
      const page = await visit(look)
      // Uses the login page's call; the page has its own tests.
      const answer = await page.request.post('/api/auth/login', { data: login, headers: { origin: url } })
      expect(await answer.json()).toMatchObject({ ok: true })
      await page.goto('/home')
      await page.getByRole('heading', { name: 'My Alerts' }).waitFor()
      return page
    },
    post: async ({ id, grantor, parcels = [] }) => {
      const event = {
        documentIdentifier: id,
        documentType: 'QCD',
        documentDescription: 'Quit Claim Deed',
        recordedAt: new Date().toISOString(),
        parties: [{ role: 'grantor', name: grantor }],
        parcels,
      }
      const response = await fetch(`${url}/ingest/v1/events`, {
        method: 'POST',
        headers: { authorization: `Bearer ${feedKey}`, 'content-type': 'application/json' },
        body: JSON.stringify({ events: [event] }),
        signal: AbortSignal.timeout(10_000),
      })
      expect(await response.json()).toEqual({ accepted: 1, duplicates: 0, revised: 0, rejected: [] })
    },
    outbox: async (to) => {
      const query = to ? `?${new URLSearchParams({ to })}` : ''
      const response = await fetch(`${url}/outbox/messages${query}`, { signal: AbortSignal.timeout(10_000) })
      return (await response.json()) as OutboxMessage[]
    },
  }
}

/** Collects faults that must never happen on any page, and fails the test at its end. */
function failOnPageFaults(page: Page): void {
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(`A script failed: ${error.message}`))
  page.on('console', (message) => {
    // The browser logs every refusal that a test provokes, and everything that is slow on a busy machine.
    const expected = /^Failed to load resource|was preloaded using link preload but not used/.test(message.text())
    if (['error', 'warning'].includes(message.type()) && !expected) faults.push(message.text())
  })
  onTestFinished(() => expect(faults, 'faults in the browser').toEqual([]))
}

export async function logInOnPage(page: Page, { username, password: secret }: Site['login']): Promise<void> {
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(secret)
  await page.getByRole('button', { name: 'Log In' }).click()
}

/** One server, worker, database and browser for a file's tests; `site()` is available once they run. */
export function useSite(env: () => Promise<Record<string, string>> = async () => ({})): () => Site {
  let opened: Awaited<ReturnType<typeof openSite>> | undefined
  beforeAll(async () => {
    opened = await openSite(await env())
  })
  afterAll(() => opened?.close())
  return () => {
    if (!opened) throw new Error('The site is not open.')
    return opened
  }
}
