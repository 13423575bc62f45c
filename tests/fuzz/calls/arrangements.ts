import { sql } from 'kysely'
import { setTimeout as wait } from 'node:timers/promises'
import type { Target } from '../../access/records.ts'
import type { Records } from './people.ts'
import { beginUpload } from './plain-calls.ts'

/** What an arrangement has to do with: the records, the caller, a record of the county and of a user it manages. */
export type Scene = {
  records: Records
  self: Target
  managed: Target
  county: Target
  /** A legacy database, as an administrator enters it. */
  legacy: { databaseAddress: string; databaseName: string; username: string; password: string }
  /** Begins a migration from it. */
  migrate(): Promise<unknown>
}

/** Makes the database ready for a call that is then done; returns the procedure's input. */
type Arrange = (scene: Scene) => Promise<object>

const run = ({ server }: Records, query: ReturnType<typeof sql>) => query.execute(server.deps.db)

/** Ends all rolls on their way: there is one at a time. */
const endRolls = (records: Records) =>
  run(
    records,
    sql`update roll set state = 'removed', claimed_until = null, ended_at = now()
      where state in ('uploading', 'waiting', 'loading', 'loaded')`,
  )

/** Waits until no migration or restore of one runs; returns the latest migration. */
export async function findMigration({ server }: Records): Promise<number> {
  for (;;) {
    const { rows } = await sql<{ running: boolean; done: number | null }>`
      select exists (select from migration_run where state = 'running') as running,
        (select max(id) from migration_run where state = 'done' and kind = 'import') as done`.execute(server.deps.db)
    const [found] = rows
    if (found && !found.running) return found.done ?? 0
    await wait(20)
  }
}

/**
 * Procedures that the access matrix only sees refused, because a call that is done would change what its other calls
 * need: here they are called one at a time.
 */
export const arrangements: Record<string, Arrange> = {
  'rollVersions.beginUpload': async ({ records }) => {
    await endRolls(records)
    return { fileName: 'roll.csv', bytes: 10, mapping: null }
  },
  'rollVersions.finishUpload': async ({ records, self }) => {
    await endRolls(records)
    const id = await beginUpload(records, self)
    await run(records, sql`insert into roll_chunk (roll_id, position, body) values (${id}, 0, ${Buffer.alloc(40, 0)})`)
    return { id }
  },
  'rollVersions.use': async ({ records, county }) => {
    await run(
      records,
      sql`update roll set compared_with = (select max(id) from roll where state = 'current') where id = ${county.rollId}`,
    )
    return { id: county.rollId }
  },
  'monitoring.sendFailedAgain': async ({ records, managed: { userId, address } }) => {
    await run(
      records,
      sql`insert into notice (kind, template, user_id, owner_key, channel, target, state, reason, ended_at)
        values ('account', 'password-changed', ${userId}, ${userId}, 'EMAIL', ${address}, 'failed', 'Full.', now())`,
    )
    return { reason: null, until: new Date(Date.now() + 60_000).toISOString() }
  },
  'userManager.sendRegistrationLink': async ({ records, managed: { userId, email } }) => {
    await run(records, sql`update "user" set status = 'P' where id = ${userId}`)
    return { userId, email }
  },
}

/** The same for what changes the whole database: called after everything else. */
export const lastArrangements: Record<string, Arrange> = {
  'monitoring.declareRestore': async () => ({ backupAt: new Date(Date.now() - 3_600_000).toISOString() }),
  'monitoring.releaseDelivery': async ({ records, county }) => {
    await run(records, sql`update database_restore set released_at = now() where released_at is null`)
    await run(records, sql`update database_restore set released_at = null where id = ${county.restoreId}`)
    return { id: county.restoreId }
  },
  'controlPanel.migrateLandNotificationOneAlerts': async ({ records, legacy }) => toMigration(records, legacy),
  'controlPanel.migrationRestore': async ({ records, migrate }) => {
    await migrate()
    return { runId: await findMigration(records) }
  },
}

/** What an administrator enters to migrate. */
export function toMigration({ settings }: Records, legacy: Scene['legacy']): object {
  const { countyName } = settings.common as { countyName: string }
  return { ...legacy, countyCode: '17', countyName }
}
