import { setTimeout as wait } from 'node:timers/promises'
import type { Env } from '#shared/node/configuration/env.ts'
import { startHeartbeat } from '#shared/node/domain/monitoring/heartbeat.ts'
import { type DatabaseWatch, watchDatabase } from '#shared/node/domain/restore/watch.ts'
import { settingsStore } from '#shared/node/domain/settings/settings-store.queries.ts'
import { readCountyTexts, TranslationFaults } from '#shared/node/domain/translations/county-texts.ts'
import { connect } from '#shared/node/platform/database/client.ts'
import { createLog, type Log } from '#shared/node/platform/log.ts'
import { assertSchema } from '#shared/node/platform/migrate/assert-schema.ts'
import { startJobSender } from '#shared/node/platform/queue/queue.ts'
import { StartRefused } from '#shared/node/platform/start-refused.ts'
import { withTimeout } from '#shared/node/platform/with-timeout.ts'
import { type App, type AppOptions, buildApp } from './app.ts'
import { createSessions } from './features/accounts/session/sessions.ts'
import type { ServerDeps } from './platform/deps.ts'

export type RunningServer = {
  app: App
  deps: ServerDeps
  /** Its address, such as http://127.0.0.1:3000; '' with `listen: false`. */
  address: string
  /**
   * Keeps serving for `drainMs`, while /readyz answers 503 so that a balancer sends nothing more; then stops accepting,
   * gives running requests time to end, and closes the database: within `maxStopMs` after the drain.
   */
  stop(how?: { drainMs?: number }): Promise<void>
}

/** For tests, bench and chaos; the server itself passes only its log. */
export type ServerOverrides = { log?: Log; listen?: boolean; settingsMaxAgeMs?: number } & AppOptions

/** The limit for a stop, after the drain. */
export const maxStopMs = 10_000
/** The part of it for running requests. */
const requestGraceMs = 8_000

/**
 * Starts a server in this process.
 * @throws StartRefused if the database cannot be reached, its schema is not for this program, or the county's
 *   translations have faults
 */
export async function startServer(
  given: Env,
  { log = createLog('server', given.LOG_LEVEL), listen = true, settingsMaxAgeMs, ...options }: ServerOverrides = {},
): Promise<RunningServer> {
  const env = { ...given }
  const { db, pool, end } = connect(env.DATABASE_URL, { name: 'land-alerts server' })
  let sender: Awaited<ReturnType<typeof startJobSender>> | undefined
  let app: App | undefined
  let heartbeat: ReturnType<typeof startHeartbeat> | undefined
  let watch: DatabaseWatch | undefined
  const close = async () => {
    if (app) await withTimeout(requestGraceMs, app.close())
    await withTimeout(
      maxStopMs - requestGraceMs,
      (async () => {
        await heartbeat?.stop()
        await watch?.stop()
        await sender?.stop()
        await end()
      })(),
    )
  }
  const stop = async ({ drainMs = 0 } = {}) => {
    if (drainMs > 0) {
      app?.beginDrain()
      await wait(drainMs)
    }
    await close()
  }
  try {
    await assertSchema(pool)
    // Before an ended session can let anybody in.
    watch = await watchDatabase(db, log, { kind: 'server', folder: env.STATE_DIR, timeZone: env.COUNTY_TIME_ZONE })
    sender = await startJobSender(env.DATABASE_URL, log)
    const settings = settingsStore(db, settingsMaxAgeMs)
    const countyTexts = readCountyTexts(env.TRANSLATIONS_DIR)
    const sessions = createSessions({ db, pool, env, settings })
    const deps: ServerDeps = { db, pool, env, log, settings, enqueue: sender.enqueue, sessions, countyTexts }
    app = await buildApp(deps, options)
    const address = listen ? await app.listen({ host: env.HOST, port: env.PORT }) : ''
    // With port 0 we learn the address only now; links and the origin gate need it.
    if (address && new URL(env.PUBLIC_URL).port === '0') env.PUBLIC_URL = address
    heartbeat = startHeartbeat(db, 'server', log)
    return { app, deps, address, stop }
  } catch (error) {
    await close()
    if (error instanceof TranslationFaults) throw new StartRefused(error.message)
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE')
      throw new StartRefused(`Another program is using port ${env.PORT} on ${env.HOST}. Set PORT to a free port.`)
    throw error
  }
}
