import { type RawBuilder, sql } from 'kysely'
import type { Channel } from '#shared/contract/alert.ts'
import { type MailKind, mailKinds } from '../notices/mail-kinds.ts'

/**
 * The one rule for whether a recipient may get a kind of message, and if not why (decisions, section 8). It is written in
 * the database, so that every statement shares it: `deliverable`, `suppressions_for` and the views beside them
 * (migration 0032). Here is how statements ask it.
 */

/** SQL expressions of columns, parameters or constants, but no subqueries, with which the planner would see nothing. */
type Expression = RawBuilder<unknown>
type Message = {
  /** A kind of mail, or an expression for it. */
  mail: MailKind | Expression
  channel: Channel | Expression
  /** Where the message goes; wherever the recipient is now if absent. */
  target?: Expression
  /** The owner; null for an address without one. */
  ownerId: Expression
  /** Null for the email of the account itself. */
  recipientId: Expression
  /** Whether no alert of the message still goes to this recipient. */
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
  sql<MailKind>`case when ${kind} = 'match' then 'match'
    when ${template} in (${listTemplates('verify')}) then 'verify' when ${template} in (${listTemplates('register')}) then 'register'
    when ${template} in (${listTemplates('security')}) then 'security' else 'service' end`
