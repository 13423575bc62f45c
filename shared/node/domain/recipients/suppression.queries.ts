import { type RawBuilder, sql } from 'kysely'
import type { SuppressionReason } from '#shared/node/platform/database/types.ts'
import { type MailKind, mailKinds } from '../notices/mail-kinds.ts'

type Recipient = {
  channel: RawBuilder<unknown>
  target: RawBuilder<unknown>
  /** The owner; null for an address without one. */
  userId: RawBuilder<unknown>
  recipientId: RawBuilder<unknown>
  /** Whether the target is the verified email of the owner's account. Only asked of mail of kind `security`. */
  ownAccount?: RawBuilder<unknown>
}
/** A kind, or an expression for it. */
type Kind = MailKind | RawBuilder<unknown>

const templatesOf = (wanted: MailKind) =>
  sql.join(
    Object.entries(mailKinds)
      .filter(([, kind]) => kind === wanted)
      .map(([template]) => sql.lit(template)),
  )

/** SQL: the kind of a notice's mail. */
export const mailKindSql = (kind: RawBuilder<unknown>, template: RawBuilder<unknown>): RawBuilder<MailKind> =>
  sql<MailKind>`case when ${kind} = 'match' then 'match'
    when ${template} in (${templatesOf('verify')}) then 'verify' when ${template} in (${templatesOf('register')}) then 'register'
    when ${template} in (${templatesOf('security')}) then 'security' else 'service' end`

/**
 * SQL: whether the stop `s` keeps such mail from a recipient. The rule itself is `stop_holds`, a function of the
 * database, so that whatever reads stops reads it.
 */
const stopHolds = (row: Omit<Recipient, 'target'>, kind: Kind): RawBuilder<boolean> => {
  const mail = typeof kind === 'string' ? sql.lit(kind) : kind
  return sql<boolean>`stop_holds(s.scope, s.owner_id, s.email_id, ${mail}, ${row.userId},
    case when ${row.channel} = 'EMAIL' then ${row.recipientId} end, ${row.ownAccount ?? sql`false`})`
}

const standing = (row: Recipient, kind: Kind) => sql`from suppression s
  where s.channel = ${row.channel} and s.target = lower(${row.target}) and s.lifted_at is null
    and ${stopHolds(row, kind)}`

/** Whether an address or number gets no such mail of an owner. For use inside a statement. */
export const isSuppressed = (row: Recipient, kind: Kind = 'match'): RawBuilder<boolean> => sql<boolean>`exists (
  select ${standing(row, kind)})`

/** Why it gets no notices: of several stops one that holds for everybody, the earliest first; null where it gets them. */
export const suppressionReason = (row: Recipient): RawBuilder<SuppressionReason | null> => sql`(
  select s.reason ${standing(row, 'match')}
  order by (s.owner_id is null and s.email_id is null) desc, s.created_at, s.id limit 1)`
