import type { Client } from 'pg'
import type { Check } from './check.ts'

const uniqueViolation = '23505'

/**
 * Only one worker matches a record at a time, so a run may never try to store a notice twice. The unique index must
 * refuse it from every caller, so the oracle itself tries, and rolls back. @returns what the database would have stored
 */
export async function findSecondNotices(client: Client): Promise<string[]> {
  await client.query('begin')
  try {
    const { rows } = await client.query<{ id: string }>(
      `insert into notice (kind, template, event_id, revision, owner_key, channel, target)
       select kind, template, event_id, revision, owner_key, channel, target from notice where kind = 'match' limit 1
       returning event_id::text as id`,
    )
    return rows.map(({ id }) => `of the record ${id}`)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === uniqueViolation) return []
    throw error
  } finally {
    await client.query('rollback')
  }
}

export const secondNotice: Check = {
  what: 'second notices that the database would store',
  find: ({ client }) => findSecondNotices(client),
}
