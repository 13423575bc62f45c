import { type RawBuilder, sql } from 'kysely'
import type { SuppressionReason } from '#shared/node/platform/database/types/recipients.ts'
import { type MailKind, mailKinds } from '../notices/mail-kinds.ts'

type Recipient = {
  channel: RawBuilder<unknown>
  target: RawBuilder<unknown>
  /** The owner; null for an address without one. */
  userId: RawBuilder<unknown>
  recipientId: RawBuilder<unknown>
  /** Whether the target is the verified email of the owner's account. Needed only for mail of kind `security`. */
  ownAccount?: RawBuilder<unknown>
}
/** A kind, or an expression for it. */
type Kind = MailKind | RawBuilder<unknown>

const listTemplates = (wanted: MailKind) =>
  sql.join(
    Object.entries(mailKinds)
      .filter(([, kind]) => kind === wanted)
      .map(([template]) => sql.lit(template)),
  )

/** SQL: the kind of a notice's mail. */
export const mailKindSql = (kind: RawBuilder<unknown>, template: RawBuilder<unknown>): RawBuilder<MailKind> =>
  sql<MailKind>`case when ${kind} = 'match' then 'match'
    when ${template} in (${listTemplates('verify')}) then 'verify' when ${template} in (${listTemplates('register')}) then 'register'
    when ${template} in (${listTemplates('security')}) then 'security' else 'service' end`

/**
 * SQL: whether the suppression `s` keeps this kind of mail from a recipient. The rule itself is `stop_holds`, a function
 * of the database, so that every statement shares it.
 */
const suppressionApplies = (row: Omit<Recipient, 'target'>, kind: Kind): RawBuilder<boolean> => {
  const mail = typeof kind === 'string' ? sql.lit(kind) : kind
  return sql<boolean>`stop_holds(s.scope, s.owner_id, s.email_id, ${mail}, ${row.userId},
    case when ${row.channel} = 'EMAIL' then ${row.recipientId} end, ${row.ownAccount ?? sql`false`})`
}

const matchingSuppression = (row: Recipient, kind: Kind) => sql`from suppression s
  where s.channel = ${row.channel} and s.target = lower(${row.target}) and s.lifted_at is null
    and ${suppressionApplies(row, kind)}`

/** SQL: whether an owner's address or number gets none of this kind of mail. */
export const isSuppressed = (row: Recipient, kind: Kind = 'match'): RawBuilder<boolean> => sql<boolean>`exists (
  select ${matchingSuppression(row, kind)})`

/** SQL: why it gets no notices, or null if it does. Prefers a suppression for every owner, then the earliest. */
export const suppressionReason = (row: Recipient): RawBuilder<SuppressionReason | null> => sql`(
  select s.reason ${matchingSuppression(row, 'match')}
  order by (s.owner_id is null and s.email_id is null) desc, s.created_at, s.id limit 1)`
