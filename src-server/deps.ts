import type { Pool } from 'pg'
import type { Db } from '#shared/node/db/client.ts'
import type { Env } from '#shared/node/env.ts'
import type { Log } from '#shared/node/log.ts'
import type { Enqueue } from '#shared/node/queue.ts'
import type { SettingsStore } from '#shared/node/settings-store.queries.ts'
import type { CountyTexts } from '#shared/node/translations/county-texts.ts'

/** What every part of the server is given; made once a process. */
export type ServerDeps = {
  db: Db
  pool: Pool
  env: Env
  log: Log
  settings: SettingsStore
  enqueue: Enqueue
  /** The county's translations by language tag. */
  countyTexts: CountyTexts
}
