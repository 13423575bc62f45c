import type { Client } from 'pg'

/** Whether nothing is left to match, to send or to apply. */
export const isQuiet = (client: Client): Promise<boolean> =>
  isNothingLeft(
    client,
    `select (select count(*) from match_queue)::int + (select count(*) from delivery)::int
       + (select count(*) from provider_callback where applied_at is null)::int as left`,
  )

/** Whether the audit chain has every row of the audit log. */
export const isAuditChained = (client: Client): Promise<boolean> =>
  isNothingLeft(
    client,
    'select count(*)::int as left from audit_log l where not exists (select from audit_chain c where c.audit_id = l.id)',
  )

/** Whether every possible match has the week of its email. */
export const areWeeklyEmailsMade = (client: Client): Promise<boolean> =>
  isNothingLeft(client, 'select count(*)::int as left from possible_match where week is null and not in_no_email')

/** Both: a run with nothing more to come has ended. */
export const isAllDone = async (client: Client): Promise<boolean> => (await isQuiet(client)) && isAuditChained(client)

async function isNothingLeft(client: Client, sql: string): Promise<boolean> {
  const { rows } = await client.query<{ left: number }>(sql)
  return rows[0]?.left === 0
}
