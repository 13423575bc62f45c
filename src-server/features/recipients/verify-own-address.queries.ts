import { sql } from 'kysely'
import { writeAudit } from '#shared/node/platform/audit/audit.queries.ts'
import type { Tx } from '#shared/node/platform/database/client.ts'

/**
 * When the owner follows a link to the account's email, marks that email verified in their alerts too, unless staff
 * typed it.
 * @param address of the call, for the audit log
 * @returns the address, if this call verified it
 */
export async function verifyOwnAddress(tx: Tx, userId: number, address: string): Promise<string | undefined> {
  const { rows } = await sql<{ address: string }>`
    update email_address e set verified_at = now() from account_email a
    where a.user_id = ${userId} and e.owner_id = a.user_id and e.address_key = a.address_key and e.verified_at is null
    returning e.address`.execute(tx)
  const verifiedNow = rows[0]
  if (!verifiedNow) return undefined
  await writeAudit(tx, {
    type: 'RECIPIENT',
    subject: { id: userId },
    description: 'Verified an email address: it is the verified email of the account.',
    newValue: { channel: 'EMAIL', target: verifiedNow.address, verified: true },
    address,
  })
  return verifiedNow.address
}
