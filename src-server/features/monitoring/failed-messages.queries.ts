import { sql } from 'kysely'
import { visibleJoinedOwner } from '#server/platform/visible-owner.queries.ts'
import type { Channel } from '#shared/contract/alert.ts'
import type { Role } from '#shared/contract/roles.ts'
import type { RecordParcels } from '#shared/node/domain/notices/describe-properties.ts'
import { recordParcels } from '#shared/node/domain/notices/record-parcels.queries.ts'
import type { Db, Tx } from '#shared/node/platform/database/client.ts'
import type { NoticeKind } from '#shared/node/platform/database/types/notices.ts'

type Window = { asRole: Role; limit: number; offset: number }

export type FailedMessageRow = {
  id: number
  kind: NoticeKind
  channel: Channel
  target: string
  userId: number | null
  username: string | null
  documentId: string | null
  recordParcels: RecordParcels | null
  reason: string
  endedAt: Date
  calls: number
}

/** SQL: failed messages that the caller may see, as `n`. */
const visibleFailed = (asRole: Role) =>
  sql`from notice n left join "user" u on u.id = n.user_id where n.failed_at is not null and ${visibleJoinedOwner(sql`n.user_id`, asRole)}`

/** Failed messages, the newest first, by their own index. */
export async function listFailedMessages(
  db: Db,
  { asRole, limit, offset }: Window,
): Promise<{ rows: FailedMessageRow[]; total: number }> {
  const failed = visibleFailed(asRole)
  const { rows } = await sql<FailedMessageRow>`
    select n.id, n.kind, n.channel, n.target, u.id as "userId", u.username, v.document_id as "documentId", n.reason,
      ${recordParcels(sql`o.notice_id = n.id`)} as "recordParcels",
      n.failed_at as "endedAt",
      (select count(*)::integer from notice_attempt a where a.notice_id = n.id) as calls
    from (select n.* ${failed} order by n.failed_at desc, n.id desc limit ${limit} offset ${offset}) n
    left join "user" u on u.id = n.user_id
    left join event v on v.id = n.event_id
    order by n.failed_at desc, n.id desc`.execute(db)
  const counted = await sql<{ total: number }>`select count(*)::integer as total ${failed}`.execute(db)
  return { rows, total: counted.rows[0]?.total ?? 0 }
}

export type FailedReason = { reason: string; count: number }

/** The most reasons that the page groups by; the rest can be sent with all others. */
const maxReasons = 50

/** Why messages failed, the most frequent reason first, and until when they are counted. */
export async function countFailedReasons(
  db: Db,
  asRole: Role,
): Promise<{ reasons: FailedReason[]; total: number; until: Date }> {
  const { rows } = await sql<FailedReason & { total: number; until: Date }>`
    select n.reason, count(*)::int as count, (sum(count(*)) over ())::int as total, now() as until
    ${visibleFailed(asRole)} group by n.reason order by count(*) desc, n.reason limit ${maxReasons}`.execute(db)
  return {
    reasons: rows.map(({ reason, count }) => ({ reason, count })),
    total: rows[0]?.total ?? 0,
    until: rows[0]?.until ?? new Date(),
  }
}

/**
 * Locks failed messages that the caller may see, and that failed until a moment: those that the caller was shown.
 * @param reason null for every reason
 * @returns their ids, in their order
 */
export async function lockFailed(
  tx: Tx,
  { asRole, reason, until, limit }: { asRole: Role; reason: string | null; until: Date; limit: number },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select n.id ${visibleFailed(asRole)} and n.failed_at <= ${until} and (${reason}::text is null or n.reason = ${reason})
    order by n.id limit ${limit} for update of n`.execute(tx)
  return rows.map(({ id }) => id)
}
