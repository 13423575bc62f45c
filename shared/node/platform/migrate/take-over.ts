import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { ClientBase } from 'pg'
import { hashSchema } from './describe-schema.ts'

/** The last migration before 1.0, and the version of the program that has it. */
const lastBefore = { version: 59, name: 'unmatched-records', program: '0.1.0' }

/** In each migration of 1.0: what follows replaces the functions, triggers and views of a database from before. */
const marker = '\n-- Functions, triggers and views\n'

/** SQL: whether the schema is of a version before 1.0, whose first migrations had other names. */
export const isFromBefore = `exists (select from schema_migration where version = 1 and name = 'accounts')`

/**
 * Renames the tables and columns of a database of the last version before 1.0, in the caller's transaction, and replaces
 * its functions, triggers and views by those of the first migrations: it is then as if those had made it.
 * @param folder of the migrations
 * @param migrations SQL of the migrations of 1.0
 * @throws Error in plain words if the database is older, or is not as that version made it
 */
export async function takeOver(client: ClientBase, folder: string, migrations: string[]): Promise<void> {
  await assertLastBefore(client)
  await assertUnchanged(client, JSON.parse(readFileSync(path.join(folder, 'before-1.0/schema.json'), 'utf8')))
  await client.query(readFileSync(path.join(folder, 'before-1.0/rename.sql'), 'utf8'))
  for (const sql of migrations) {
    const [, replaced] = sql.split(marker)
    if (replaced !== undefined) await client.query(replaced)
  }
  await client.query('delete from schema_migration')
}

async function assertLastBefore(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ version: number; name: string }>(
    'select version, name from schema_migration order by version desc limit 1',
  )
  const { version, name } = rows[0] ?? { version: 0, name: '' }
  if (version === lastBefore.version && name === lastBefore.name) return
  throw new Error(
    `Nothing was migrated: the database is at schema ${version} of a version before 1.0, and only ${lastBefore.version} can be taken over. First run npm run migrate of version ${lastBefore.program}. See "From a version before 1.0" in docs/operations.md.`,
  )
}

async function assertUnchanged(client: ClientBase, expected: Record<string, string>): Promise<void> {
  const found = await hashSchema(client)
  const different = Object.keys(expected).filter((object) => found[object] !== expected[object])
  if (different.length === 0) return
  throw new Error(
    `Nothing was migrated: these objects are not as version ${lastBefore.program} made them: ${different.join(', ')}. Undo what was changed by hand, such as an added index, and run npm run migrate again. See "From a version before 1.0" in docs/operations.md.`,
  )
}
