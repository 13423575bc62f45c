import { settingsStore } from '#shared/node/domain/settings/settings-store.queries.ts'
import { connect } from '#shared/node/platform/database/client.ts'
import { createLog } from '#shared/node/platform/log.ts'
import { matchBatch } from '#worker/matching/match-batch.ts'
import { defaultOptions, type WorkerDeps } from '#worker/platform/deps.ts'
import type { BenchDatabase } from './database.ts'
import { benchEnv } from './env.ts'

type OpenWorker = {
  /** Dependencies of the worker's parts: no wake-ups, no daily limit on notices. */
  deps: WorkerDeps
  /** Matches everything in the queue. */
  matchAll(): Promise<{ matches: number; notices: number }>
  end(): Promise<void>
}

/** The parts of a worker in this process, without its loops. */
export function openWorker(database: BenchDatabase, providerUrl?: string): OpenWorker {
  const { db, pool, end } = connect(database.url, { max: defaultOptions.connections })
  const deps: WorkerDeps = {
    db,
    pool,
    env: benchEnv(database.url, providerUrl),
    log: createLog('bench', 'error'),
    settings: settingsStore(db),
    enqueue: async () => {},
    options: { ...defaultOptions, floodNoticesPerDay: 1e9 },
  }
  return {
    deps,
    matchAll: async () => {
      const found = { matches: 0, notices: 0 }
      for (;;) {
        const batch = await matchBatch(deps)
        if (batch.events === 0) return found
        found.matches += batch.matches
        found.notices += batch.notices
      }
    },
    end,
  }
}
