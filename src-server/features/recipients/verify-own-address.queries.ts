import { sql } from 'kysely'
import { writeAudit } from '#shared/node/platform/audit/audit.queries.ts'
import type { Tx } from '#shared/node/platform/database/client.ts'

/**
 * The account's own email, once a link that went to it was followed, counts as verified for its owner's alerts; one that
 * staff typed does not (decisions, section 5).
 * @param address of the call, for the audit log
 * @returns the address where this verified it
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
    description: 'An email address counts as confirmed: it is the confirmed email of the account.',
    newValue: { channel: 'EMAIL', target: verifiedNow.address, verified: true },
    address,
  })
  return verifiedNow.address
}
