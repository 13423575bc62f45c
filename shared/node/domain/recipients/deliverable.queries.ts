import { type RawBuilder, sql } from 'kysely'
import type { Channel } from '#shared/contract/alert.ts'
import type { SuppressionReason } from '#shared/domain/recipient/suppression-reasons.ts'
import { type MailKind, mailKinds } from '../notices/mail-kinds.ts'

/**
 * The one rule for whether a recipient may get a kind of message, and if not why. It is written in the database, so
 * that every statement shares it: `deliverable`, `suppressions_for` and their views (`migrations/0010-deliverable.sql`). This file is how
 * statements ask it.
 */

/** SQL expressions of columns, parameters or constants, but no subqueries: the planner could not see through them. */
type Expression = RawBuilder<unknown>
type Message = {
  /** A kind of mail, or an expression for it. */
  mail: MailKind | Expression
  channel: Channel | Expression
  /** Where the message goes; if absent, the recipient's current address. */
  target?: Expression
  /** The owner; null for an address without one. */
  ownerId: Expression
  /** Null for the email of the account itself. */
  recipientId: Expression
  /** Whether the recipient has left all alerts of the message. */
  isAlertOff?: Expression
  /** The event that the message is about. */
  eventId?: Expression
}

const toSql = (value: string | Expression): Expression => (typeof value === 'string' ? sql.lit(value) : value)

/**
 * SQL: a lateral item of FROM with one row: the recipient's `target`, `verified`, the reason why it is suppressed
 * (`suppressed_for`, or null), and the `skip_reason` (`SkipReason`, or null if it may get the message).
 */
export const deliverable = ({ mail, channel, target, ownerId, recipientId, isAlertOff, eventId }: Message) =>
  sql`deliverable(${toSql(mail)}, ${toSql(channel)}, ${target ?? sql`null`}, ${ownerId}, ${recipientId},
    ${isAlertOff ?? sql`false`}, ${eventId ?? sql`null`})`

const listTemplates = (wanted: MailKind) =>
  sql.join(
    Object.entries(mailKinds)
      .filter(([, kind]) => kind === wanted)
      .map(([template]) => sql.lit(template)),
  )

/** SQL: the kind of a notice's mail. */
export const mailKindSql = (kind: Expression, template: Expression): RawBuilder<MailKind> =>
  sql<MailKind>`case when ${kind} in ('match', 'weekly') then ${kind}
    when ${template} in (${listTemplates('verify')}) then 'verify' when ${template} in (${listTemplates('register')}) then 'register'
    when ${template} in (${listTemplates('security')}) then 'security' else 'service' end`

type Owned = { channel: Channel; ownerId: Expression; recipientId: Expression }

/** SQL: why a recipient gets no notices, or null if it is not suppressed. */
export const suppressionReason = (recipient: Owned): RawBuilder<SuppressionReason | null> =>
  sql`(select d.suppressed_for from ${deliverable({ mail: 'match', ...recipient })} d)`

/**
 * SQL: whether a recipient gets no notices because it is suppressed, for conditions of lists. It is `suppressions_for`
 * written out: the planner makes no join of a function, and a count of a long list needs one.
 */
export const isSuppressed = (
  { channel, ownerId, recipientId }: Owned,
  /** The recipient's address in lower case, or its number. */
  targetKey: Expression,
): RawBuilder<boolean> => sql<boolean>`exists (
  select from suppression s where s.channel = ${sql.lit(channel)} and s.target = ${targetKey} and s.lifted_at is null
    and suppression_applies(s.scope, s.owner_id, s.email_id, 'match', ${ownerId}, ${channel === 'EMAIL' ? recipientId : sql`null`}, false))`

/** SQL: the same for a short list, starting from the suppressed recipients. */
export const isAmongSuppressed = (channel: Channel, recipientId: Expression): RawBuilder<boolean> =>
  sql<boolean>`${recipientId} in (select x.id from suppressed_recipient x where x.channel = ${sql.lit(channel)})`
