import { sql } from 'kysely'
import { writeAudit } from '#shared/node/platform/audit/audit.queries.ts'
import type { Tx } from '#shared/node/platform/database/client.ts'

/**
 * Marks the account's own email, once its owner followed a link to it, as verified for their alerts; an email that
 * staff typed does not count (decisions, section 5).
 * @param address of the call, for the audit log
 * @returns the address, if this call verified it
 */
export async function verifyOwnAddress(tx: Tx, userId: number, address: string): Promise<string | undefined> {
  const verifiedNow = await tx
    .updateTable('email_address as e')
    .from('user as u')
    .set({ verified_at: sql<Date>`now()` })
    .where('u.id', '=', userId)
    .whereRef('e.owner_id', '=', 'u.id')
    .where(sql<boolean>`e.address_key = lower(u.email)`)
    .where('u.email_verified_at', 'is not', null)
    .where('e.verified_at', 'is', null)
    .returning('e.address')
    .executeTakeFirst()
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
