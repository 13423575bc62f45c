import { setTimeout as wait } from 'node:timers/promises'
import type { Client } from 'pg'
import { fillDisk } from '#tests/helpers/full-disk.ts'
import { askForFullDisk } from './ask-health.ts'
import type { FaultKind } from './fault.ts'

const fullMs = 2_000
/** Each grows at another step of a record's way: receipt, match, message, call, report. */
const tables = ['event', 'event_match', 'notice', 'delivery', 'notice_attempt', 'provider_callback', 'audit_log']

/** A server that was refused a write checks whether the disk is still full by creating a table: that fails as well. */
const refuseTables = `
  create function chaos.refuse_table() returns event_trigger language plpgsql as
    $$ begin raise 'could not extend file: No space left on device' using errcode = '53100'; end $$;
  create event trigger chaos_full_disk on ddl_command_start when tag in ('CREATE TABLE AS')
    execute function chaos.refuse_table()`
const takeTables = `
  drop event trigger if exists chaos_full_disk;
  drop function if exists chaos.refuse_table()`

export const diskFull: FaultKind = {
  label: 'full disk',
  refuses: 'every server',
  interruptsCalls: true,
  choosePlace: (_, random) => random.below(tables.length),
  targets: ({ database }) => [database],
  inject: (cast, place) =>
    cast.database.asOwner(async (owner) => {
      const table = tables[place] ?? 'event'
      const disk = await fillDisk(owner, table)
      try {
        await owner.query(refuseTables)
        await wait(fullMs)
        // Only this one is written by servers at every call of a feed.
        if (table === 'event') await askForFullDisk(owner, cast)
      } finally {
        await heal(owner, disk)
      }
    }),
}

async function heal(owner: Client, disk: Awaited<ReturnType<typeof fillDisk>>): Promise<void> {
  await owner.query(takeTables)
  await disk.heal()
}
