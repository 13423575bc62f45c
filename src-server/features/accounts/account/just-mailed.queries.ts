import { sql } from 'kysely'
import { AppError } from '#shared/contract/errors.ts'
import { verificationLimits, verificationRefusals } from '#shared/domain/recipient/recipient.ts'
import type { Tx } from '#shared/node/platform/database/client.ts'

type Link = { template: 'registration' | 'password-reset' | 'confirm-profile-email'; userId: number; email: string }

/** SQL: when link `n` was sent, or will be: a link that must wait a minute counts from the end of its wait. */
const sentAt = sql`greatest(n.created_at, case when d.attempt = 0 then d.next_attempt_at end)`

/** Whether such a link to this email of an account was sent less than a minute ago, or is about to be sent. */
export async function wasJustEmailed(tx: Tx, { template, userId, email }: Link): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from notice n left join delivery d on d.notice_id = n.id
      where n.user_id = ${userId} and n.template = ${template} and lower(n.target) = lower(${email}) and n.state <> 'cancelled'
        and n.created_at > now() - interval '1 hour'
        and ${sentAt} > now() - make_interval(secs => ${verificationLimits.secondsBetween})) as found`.execute(tx)
  return rows[0]?.found ?? false
}

/**
 * Enforces a minute between two links to an email, as between two links to an alert's recipient.
 * @param field the form's field for the email
 * @throws AppError `refused`
 */
export async function assertNotJustEmailed(tx: Tx, link: Link, field?: string): Promise<void> {
  if (!(await wasJustEmailed(tx, link))) return
  const problem = verificationRefusals.emailTooSoon
  throw new AppError('refused', problem, field === undefined ? {} : { fields: { [field]: problem } })
}

/**
 * Delays a link that was just queued until a minute after the last one of its kind to this email. We delay the link of
 * a repeated sign-up instead of leaving it out, since that sign-up may ask for other alerts or have another password.
 */
export async function spaceLinks(tx: Tx, noticeId: number): Promise<void> {
  await sql`
    update delivery set next_attempt_at = greatest(next_attempt_at, earlier.at + make_interval(secs => ${verificationLimits.secondsBetween}))
    from (
      select max(${sentAt}) as at
      from notice n join notice this on this.id = ${noticeId} left join delivery d on d.notice_id = n.id
      where n.id < this.id and n.user_id = this.user_id and n.template = this.template
        and lower(n.target) = lower(this.target) and n.state <> 'cancelled' and n.created_at > now() - interval '1 hour') earlier
    where notice_id = ${noticeId} and earlier.at is not null`.execute(tx)
}
