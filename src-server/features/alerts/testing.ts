import type { Db } from '#shared/node/platform/database/client.ts'
import { settingsStore } from '#shared/node/domain/settings/settings-store.queries.ts'

/** The dependencies of saving alerts; they wake no worker and read the settings every time. */
export const savingDeps = (db: Db, enqueued: string[]) => ({
  db,
  env: { COUNTY_TIME_ZONE: 'America/Chicago', SMS_TRANSPORT: 'outbox' } as never,
  settings: settingsStore(db, 0),
  enqueue: async (_tx: unknown, key: string) => {
    enqueued.push(key)
  },
})
