import { sql } from 'kysely'
import type { Tx } from '#shared/node/platform/database/client.ts'

/**
 * The addresses that an owner never entered before, how many others are new today, and whether one of the owner's is
 * verified.
 */
export async function readNewAddresses(
  tx: Tx,
  ownerId: number,
  addresses: string[],
): Promise<{ newKeys: Set<string>; today: number; verified: boolean }> {
  const keys = [...new Set(addresses.map((address) => address.toLowerCase()))]
  const { rows } = await sql<{ fresh: string[]; today: number; verified: boolean }>`
    with entered as (
      select address_key as key, created_at from email_address where owner_id = ${ownerId}
      union all
      -- A former email of the account, or of a recipient since corrected or removed: we wrote to it, too.
      select lower(target), created_at from notice
      where user_id = ${ownerId} and created_at > now() - interval '1 day'
        and (template in ('confirm-profile-email', 'verify-email')
          -- Emails that a registration was sent to before its address was corrected.
          or template in ('registration', 'password-reset') and exists (
            select from "user" where id = ${ownerId} and status = 'P')))
    select array(select unnest(${keys}::text[]) except select key from entered) as fresh,
      (select count(*)::int from (
        select key from entered group by key having min(created_at) > now() - interval '1 day') n) as today,
      exists (select from email_address where owner_id = ${ownerId} and verified_at is not null)
        or exists (select from account_email where user_id = ${ownerId}) as verified`.execute(tx)
  const row = rows[0]
  if (!row) throw new Error('A select without a table answered no row.')
  return { newKeys: new Set(row.fresh), today: row.today, verified: row.verified }
}
