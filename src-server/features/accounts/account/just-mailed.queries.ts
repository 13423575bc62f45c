import { sql } from 'kysely'
import { AppError } from '#shared/contract/errors.ts'
import type { Tx } from '#shared/node/platform/database/client.ts'
import { verificationLimits, verificationRefusals } from '#shared/domain/recipient/recipient.ts'

type Link = { template: 'registration' | 'confirm-profile-email'; userId: number; email: string }

/** Whether we queued such a link to this email of an account less than a minute ago. */
export async function wasJustEmailed(tx: Tx, { template, userId, email }: Link): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from notice
      where user_id = ${userId} and template = ${template} and lower(target) = lower(${email}) and state <> 'cancelled'
        and created_at > now() - make_interval(secs => ${verificationLimits.secondsBetween})) as found`.execute(tx)
  return rows[0]?.found ?? false
}

/**
 * Enforces a minute between two links, as between those of an alert's recipient (decisions, section 8).
 * @param field the form's field for the email
 * @throws AppError `refused`
 */
export async function assertNotJustEmailed(tx: Tx, link: Link, field?: string): Promise<void> {
  if (!(await wasJustEmailed(tx, link))) return
  const problem = verificationRefusals.emailTooSoon
  throw new AppError('refused', problem, field === undefined ? {} : { fields: { [field]: problem } })
}
