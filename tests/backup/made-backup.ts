import { createHash } from 'node:crypto'
import fs from 'node:fs'
import { formatManifest, formatSeal, type Manifest, openBackup } from '#scripts/backup/backup-file.ts'
import { openSession } from '#scripts/backup/session.ts'
import { writeBackup } from '#scripts/backup/write-backup.ts'
import { migrate } from '#shared/node/platform/migrate/migrate.ts'
import { withClient } from '#tests/helpers/with-client.ts'
import { loadMadeDatabase, readMadeDatabase } from '#tests/upgrade/database-file.ts'
import { never } from './commands.ts'

/**
 * What the county's data lacks otherwise: a version of the parcel roll, in partitions of its own, and texts that COPY
 * escapes.
 */
const additions = [
  `insert into roll (state) values ('loading')`,
  `select prepare_roll(id) from roll where state = 'loading'`,
  `insert into parcel (roll_id, line, parcel_id, parcel_key, numbers)
   select id, line, '17-03-' || line, '1703' || line, '{1,2}' from roll, generate_series(1, 100) line where state = 'loading'`,
  String.raw`insert into feed (name) values (E'Back\slash, tab	, lines
 and é📄 \N')`,
]

/** Fills an empty database with a county in every state, of the schema before 1.0 or of this program's. */
export function fillCounty(ownerUrl: string, schema: 'older' | 'current'): Promise<void> {
  return withClient(ownerUrl, async (client) => {
    await loadMadeDatabase(client, readMadeDatabase('database-before-1.0'))
    if (schema === 'older') return
    await migrate({ ownerUrl, appRole: 'app' })
    for (const statement of additions) await client.query(statement)
    // The application's rights on the new partitions.
    await migrate({ ownerUrl, appRole: 'app' })
  })
}

export async function backUpTo(file: string, ownerUrl: string, recipient?: string): Promise<Manifest> {
  const client = await openSession(ownerUrl, 'backup')
  try {
    return await writeBackup(client, file, { signal: never, recipient })
  } finally {
    await client.end()
  }
}

/** A copy of a backup whose manifest says something else, sealed as if it had been written that way. */
export async function rewriteManifest(file: string, copy: string, change: (manifest: Manifest) => void): Promise<void> {
  const { manifest } = await openBackup(file)
  const length = Buffer.byteLength(formatManifest(manifest)) + Buffer.byteLength(formatSeal(0, ''.padEnd(64, '0')))
  const rows = fs.readFileSync(file).subarray(0, -length)
  change(manifest)
  const text = Buffer.from(formatManifest(manifest))
  const sum = createHash('sha256').update(rows).update(text).digest('hex')
  fs.writeFileSync(copy, Buffer.concat([rows, text, Buffer.from(formatSeal(text.length, sum))]))
}
