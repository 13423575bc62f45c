import { readdirSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import type { Client } from 'pg'
import type { ChaosDatabase } from '../processes/database.ts'
import { makeTemporaryFolder } from '../support/temporary-folder.ts'
import { comesTrue } from '../support/until.ts'
import { type FaultKind, noChoice } from './fault.ts'
import { note } from './findings.ts'

/** More rows than fit into the buffers between the database and the file. */
const manyRows = `
  create table filler as select md5(i::text) || md5((i + 1)::text) as text from generate_series(1, 60000) as i;
  grant select on filler to public`
/** Of the size of a complete backup. */
const rooms = [0, 0.4, 0.8]
const sessions = `select from pg_stat_activity where application_name = 'land-alerts backup'`
const endsWithinMs = 30_000

/**
 * A backup is made amid the work, then others onto a disk that fills: each of these ends and says that it failed, and
 * neither a part of its file nor its snapshot remains.
 */
export const backupDiskFull: FaultKind = {
  label: 'full disk of a backup',
  refuses: 'nobody',
  interruptsCalls: false,
  choosePlace: noChoice,
  targets: ({ database }) => [database],
  inject: async ({ database }) => {
    const folder = makeTemporaryFolder('backup')
    try {
      await database.asOwner(async (client) => {
        await client.query(manyRows)
        for await (const problem of backUpOntoFullDisks(client, database, folder.path))
          await note(client, 'wrong backup', problem)
        await client.query('drop table filler')
      })
    } finally {
      folder.remove()
    }
  },
}

async function* backUpOntoFullDisks(client: Client, database: ChaosDatabase, folder: string): AsyncGenerator<string> {
  const file = path.join(folder, 'county.backup')
  const backUp = (roomBytes?: number) =>
    database.run({ name: 'backup', args: [file], ...(roomBytes !== undefined && { roomBytes }) })
  const whole = await backUp()
  if (whole.status !== 0) return yield `one with room ended with ${whole.status}: ${whole.said}`
  const { size } = statSync(file)
  rmSync(file)
  for (const room of rooms) {
    const { status, said } = await backUp(room * size)
    const end = `one with ${room} of its room ended with ${status}`
    if (status !== 1) return yield `${end}: ${said}`
    const left = readdirSync(folder)
    if (left.length > 0) return yield `${end} and left ${left.join(', ')}`
    const isGone = async () => (await client.query(sessions)).rowCount === 0
    if (!(await comesTrue('its session has ended', isGone, endsWithinMs))) return yield `${end} and left its snapshot`
  }
}
