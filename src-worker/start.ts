import type { Env } from '#shared/node/configuration/env.ts'
import { startHeartbeat } from '#shared/node/domain/monitoring/heartbeat.ts'
import { watchDatabase } from '#shared/node/domain/restore/watch.ts'
import { settingsStore } from '#shared/node/domain/settings/settings-store.queries.ts'
import { connect } from '#shared/node/platform/database/client.ts'
import { createLog, type Log } from '#shared/node/platform/log.ts'
import { assertSchema } from '#shared/node/platform/migrate/assert-schema.ts'
import { createEnqueue } from '#shared/node/platform/queue/queue.ts'
import { openTransports } from '#shared/node/providers/registry.ts'
import { startCallbacks } from './delivery/callbacks/callbacks.ts'
import { startTextRecovery } from './delivery/callbacks/inbound-texts.ts'
import { startDelivery } from './delivery/loop.ts'
import { renewSeals } from './handlers/renew-seals.ts'
import { sweep } from './handlers/sweep.ts'
import { preparePartitions } from './handlers/upkeep.ts'
import { startMatching } from './matching/loop.ts'
import { type Loops, defaultOptions, type WorkerDeps, type WorkerOptions } from './platform/deps.ts'
import { catchUp } from './purge/schedule.ts'
import { startQueue, registerHandlers } from './queue.ts'
import { startRollLoader } from './roll/load-rolls.ts'
import { readCountyCatalogs } from './templates/county-catalogs.ts'

/** When the worker stops, running jobs may take this long; after that they run again elsewhere. */
const jobsMayFinishMs = 3000

export type Worker = {
  deps: WorkerDeps
  loops: Loops
  /** Finishes the current batches, releases leases and closes every connection. */
  stop(): Promise<void>
}

/**
 * Starts a worker in this process: matching, delivery, callbacks, jobs and schedules.
 * @param overrides only for bench/, chaos/ and tests/
 * @throws StartRefused if the database cannot be reached, or its schema does not fit this program
 */
export async function startWorker(
  env: Env,
  { log = createLog('worker', env.LOG_LEVEL), ...overrides }: Partial<WorkerOptions> & { log?: Log } = {},
): Promise<Worker> {
  for (const line of readCountyCatalogs(env).refused) log.warn('translation.rejected', { text: line })
  const options = { ...defaultOptions, ...overrides }
  const { db, pool, end } = connect(env.DATABASE_URL, { max: options.connections, name: 'land-alerts worker' })
  const undo: (() => Promise<unknown>)[] = [end]
  const stopping = new AbortController()
  const stop = async () => {
    stopping.abort()
    for (const step of undo.splice(0).toReversed()) await step()
  }
  try {
    await assertSchema(pool)
    const boss = await startQueue(env, log)
    undo.push(() => boss.stop({ graceful: true, timeout: jobsMayFinishMs, close: true }))
    // Before anything is sent.
    const watch = await watchDatabase(db, log, {
      kind: 'worker',
      folder: env.STATE_DIR,
      timeZone: env.COUNTY_TIME_ZONE,
    })
    undo.push(watch.stop)
    const settings = settingsStore(db)
    const deps: WorkerDeps = {
      db,
      pool,
      env,
      log,
      settings,
      enqueue: createEnqueue(boss),
      options,
      watch,
      stopping: stopping.signal,
    }

    await preparePartitions(deps)
    const delivery = startDelivery(deps, await openTransports({ env, db }))
    const callbacks = startCallbacks(deps)
    const matching = startMatching(deps, { onNotices: delivery.wake })
    const loops = { matching, delivery, callbacks, rolls: startRollLoader(deps) }
    undo.push(() => Promise.all(Object.values(loops).map((loop) => loop.stop())))
    undo.push((await startTextRecovery(deps, { onTexts: callbacks.wake })).stop)
    undo.push(startHeartbeat(db, 'worker', log).stop)
    const context = { ...deps, loops }
    await registerHandlers(boss, context)
    await sweep(context).catch((error: unknown) => log.error('sweep.failed', error))
    await catchUp(context).catch((error: unknown) => log.error('schedule.catch_up_failed', error))
    await renewSeals(deps).catch((error: unknown) => log.error('authenticator.reseal_failed', error))
    return { deps, loops, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
