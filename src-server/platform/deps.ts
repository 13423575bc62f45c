import type { Pool } from 'pg'
import type { Env } from '#shared/node/configuration/env.ts'
import type { SettingsStore } from '#shared/node/domain/settings/settings-store.queries.ts'
import type { CountyTexts } from '#shared/node/domain/translations/county-texts.ts'
import type { Db } from '#shared/node/platform/database/client.ts'
import type { Log } from '#shared/node/platform/log.ts'
import type { Enqueue } from '#shared/node/platform/queue/queue.ts'
import type { Sessions } from './sessions.ts'

/** The services that every use case works with; each process makes them once. */
export type ServerDeps = {
  db: Db
  pool: Pool
  env: Env
  log: Log
  settings: SettingsStore
  enqueue: Enqueue
  sessions: Sessions
  /** The county's translations by language tag. */
  countyTexts: CountyTexts
}
