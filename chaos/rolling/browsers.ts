import type { Browser, Page } from 'playwright-core'
import { chromium } from 'playwright-core'
import { chromiumPath } from '#tests/helpers/chromium.ts'
import { makeUser } from '#tests/helpers/factories.ts'
import { withConnection } from '#tests/helpers/with-connection.ts'
import { ownerIdFor } from '../../bench/support/fill.ts'
import type { Undo } from '../support/undo.ts'
import type { RollingCast } from './cast.ts'
import { readers, type Reader } from './readers.ts'
import { beginReading } from './reading.ts'

export type Readers = {
  /** Faults that readers saw. */
  faults: string[]
  /** How many rounds all of them have made. */
  rounds(): number
  /** Lets each reader finish: with a last look for those who waited. */
  stop(): Promise<void>
}

/** Whether there is a browser for them. */
export const hasBrowser = (): boolean => chromiumPath() !== undefined

const actWithinMs = 120_000

/**
 * Opens a browser for each reader, logged in, and lets them use their pages until `stop`. No page may reload meanwhile;
 * one that does so unasked is a fault.
 * @param undo gets what closes them
 */
export async function startReaders(url: string, cast: RollingCast, undo: Undo): Promise<Readers> {
  const faults: string[] = []
  const stopping = new AbortController()
  let rounds = 0
  const browser = await chromium.launch({ executablePath: chromiumPath() ?? '', args: ['--no-sandbox'] })
  undo.push(() => browser.close())
  const logins = await addLogins(cast)
  const begin = (reader: Reader, place: number) => {
    const note = (what: string) => void faults.push(`${new Date().toISOString()} ${reader.name}: ${what}`)
    return beginReading(reader, { open: () => visit(browser, url, logins[place], note), note })
  }
  const onRound = () => void rounds++
  const running = Promise.all((await Promise.all(readers.map(begin))).map((read) => read(stopping.signal, onRound)))
  running.catch(() => {}) // Awaited in `stop`.
  return {
    faults,
    rounds: () => rounds,
    stop: async () => {
      stopping.abort()
      await running
    },
  }
}

type Login = { username: string; password: string }

/** The administrators, and the residents whom the first records are about. */
async function addLogins({ ownerUrl, world, client }: RollingCast): Promise<Login[]> {
  const owners = new Set<number>()
  for (let index = 0; owners.size < readers.length; index++)
    for (const hit of world.recordAt(index).hits)
      if (world.personAt(ownerIdFor(hit)).kind === 'email') owners.add(ownerIdFor(hit))
  return withConnection(ownerUrl, async ({ db }) => {
    const logins: Login[] = []
    for (const [place, owner] of [...owners].slice(0, readers.length).entries()) {
      const role = readers[place]?.role ?? 'USER'
      const user = await makeUser(db, { role, username: `reader.${place}` })
      if (role === 'USER') {
        const { rows } = await client.query<{ username: string }>(
          `update "user" set password_hash = (select password_hash from "user" where id = $1) where id = $2 returning username`,
          [user.id, owner],
        )
        logins.push({ username: rows[0]?.username ?? '', password: user.password })
      } else logins.push({ username: user.username, password: user.password })
    }
    return logins
  })
}

async function visit(
  browser: Browser,
  baseURL: string,
  login: Login | undefined,
  note: (what: string) => void,
): Promise<Page> {
  const context = await browser.newContext({ baseURL, reducedMotion: 'reduce' })
  context.setDefaultTimeout(actWithinMs)
  const page = await context.newPage()
  page.on('pageerror', (error) => note(`a script failed: ${error.message}`))
  page.on('response', (response) => {
    if (response.status() >= 400) note(`${response.status()} for ${new URL(response.url()).pathname}`)
  })
  page.on('requestfailed', (request) => {
    const why = request.failure()?.errorText ?? ''
    // The page itself gives up a call that it no longer needs.
    if (why !== 'net::ERR_ABORTED') note(`${why} for ${new URL(request.url()).pathname}`)
  })
  const answer = await page.request.post('/api/auth/login', {
    data: login,
    headers: { origin: baseURL },
  })
  if (!((await answer.json()) as { ok: boolean }).ok) throw new Error(`${login?.username} could not log in.`)
  return page
}
