import { sql } from 'kysely'
import type { MailKind } from '#shared/node/domain/notices/mail-kinds.ts'
import { mailKindSql } from '#shared/node/domain/recipients/deliverable.queries.ts'
import type { SuppressedOwner } from '#shared/node/domain/recipients/suppression.queries.ts'
import type { Db, Tx } from '#shared/node/platform/database/client.ts'
import { locks } from '#shared/node/platform/database/locks.ts'
import type { DeliveryReport } from '#shared/node/providers/common/callback.ts'
import { callbackReaders } from '#shared/node/providers/registry.ts'

export type StoredCallback = {
  id: number
  provider: string
  body: Record<string, unknown>
  received_at: Date
}

/** Whether any report waits, read without a transaction. */
export async function hasCallbacks(db: Db): Promise<boolean> {
  const { rows } = await sql<{ any: boolean }>`
    select exists (select from provider_callback where applied_at is null
      and provider = any (${[...callbackReaders.keys()]}::text[])) as any`.execute(db)
  return rows[0]?.any ?? false
}

/**
 * Reports that are not applied yet, oldest first. One worker at a time, because the order of a person's replies matters.
 * @returns null if another worker is applying reports
 */
export async function claimCallbacks(tx: Tx, limit: number): Promise<StoredCallback[] | null> {
  const { rows } = await sql<{
    mine: boolean
  }>`select pg_try_advisory_xact_lock(${locks.applyCallbacks}) as mine`.execute(tx)
  if (!rows[0]?.mine) return null
  return (await tx
    .selectFrom('provider_callback')
    .select(['id', 'provider', 'body', 'received_at'])
    // A callback of a provider that this release does not know waits for a worker of a release that does.
    .where('provider', 'in', [...callbackReaders.keys()])
    .where('applied_at', 'is', null)
    .orderBy('id')
    .limit(limit)
    .execute()) as StoredCallback[]
}

/** @param problem why a report was set aside; '' if it was applied */
export async function markCallbacksApplied(tx: Tx, ids: number[], problem = ''): Promise<void> {
  await sql`update provider_callback set applied_at = now(), problem = ${problem} where id = any(${ids}::bigint[])`.execute(
    tx,
  )
}

/** Reports normally carry the notice's id. For the rare one without it, only notices of this many days are searched. */
export const searchedFor = '7 days'

/**
 * The kind of the message that a report is about, and its owner; undefined if we no longer know such a message to that
 * address.
 */
export async function findReportedMail(
  tx: Tx,
  { noticeId, providerMessageId }: Pick<DeliveryReport, 'noticeId' | 'providerMessageId'>,
  target: string,
): Promise<(SuppressedOwner & { kind: MailKind }) | undefined> {
  const { rows } = await sql<SuppressedOwner & { kind: MailKind }>`
    select ${mailKindSql(sql`n.kind`, sql`n.template`)} as kind, n.user_id as "userId", n.recipient_id as "recipientId"
    from notice n
    where lower(n.target) = lower(${target}) and ${
      noticeId === null
        ? sql`n.provider_message_id = ${providerMessageId} and n.accepted_at > now() - ${searchedFor}::interval`
        : sql`n.id = ${noticeId}`
    }`.execute(tx)
  return rows[0]
}

/** Phones with an open verification request that a YES may answer. */
export async function findOpenRequests(tx: Tx, number: string): Promise<{ phoneId: number; ownerId: number | null }[]> {
  const { rows } = await sql<{ phoneId: number; ownerId: number | null }>`
    select p.id as "phoneId", p.owner_id as "ownerId" from phone p
    where p.number = ${number} and p.verified_at is null and p.validated_at is not null and exists (
      select from ticket t where t.phone_id = p.id and t.purpose = 'phone' and t.expires_at > now() and t.used_at is null)
    order by p.id for update of p`.execute(tx)
  return rows
}

/** Verifies a number after a YES, which also counts as activity of its owner. */
export async function verifyPhoneByReply(tx: Tx, phoneId: number): Promise<void> {
  await sql`
    with verified as (update phone set verified_at = now() where id = ${phoneId} returning owner_id)
    update "user" set last_active_at = now() where id in (select owner_id from verified)`.execute(tx)
}

/** Texts that a number sent after a moment. Texts may be applied out of order, because some are recovered late. */
export async function listTextsAfter(tx: Tx, number: string, at: Date): Promise<string[]> {
  const { rows } = await sql<{ text: string }>`${sql.join(
    inboundSources.map(
      // Literals, so that the planner can use the partial index of each source.
      ({ source, fields }) => sql`
        select coalesce(body ->> ${sql.lit(fields.text)}, '') as text from provider_callback
        where provider = ${sql.lit(source)} and body ->> ${sql.lit(fields.from)} = ${number} and received_at > ${at}`,
    ),
    sql` union all `,
  )}`.execute(tx)
  return rows.map(({ text }) => text)
}

const inboundSources = [...callbackReaders].flatMap(([source, reader]) =>
  reader.kind === 'inbound-text' ? [{ source, fields: reader.fields }] : [],
)

/** Counts our answers to one number today: two machines must not answer each other forever. */
export async function countAnswersToday(tx: Tx, number: string): Promise<number> {
  const { rows } = await sql<{ answers: number }>`
    select count(*)::int as answers from notice
    where channel = 'PHONE' and target = ${number} and owner_key = 0 and kind = 'account' and user_id is null
      and created_at > now() - interval '1 day' and recipient_id is null
      and template in ('help-text', 'yes-unclear-text')`.execute(tx)
  return rows[0]?.answers ?? 0
}
