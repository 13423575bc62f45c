import type { Client } from 'pg'
import { addressFor } from '../bench/support/fill.ts'

const isNotifiedByText = (ownerId: number) => ownerId % 2 === 0
const numberOf = (ownerId: number) => `+1612${5_550_000 + ownerId}`

/** An owner's recipient: half get emails, half get texts. */
export const toAddress = (ownerId: number): string =>
  isNotifiedByText(ownerId) ? numberOf(ownerId) : addressFor(ownerId)

/** Gives every second owner a verified number for texts instead of the email address. */
export async function moveHalfToTexts(client: Client): Promise<void> {
  const { rows } = await client.query<{ id: number }>('select id from "user" order by id')
  const owners = rows.map(({ id }) => Number(id)).filter(isNotifiedByText)
  await client.query(
    `insert into phone (owner_id, number, validated_at, verified_at)
     select id, number, now(), now() from unnest($1::bigint[], $2::text[]) as given(id, number)`,
    [owners, owners.map(numberOf)],
  )
  await client.query(`insert into alert_phone (alert_id, phone_id, position, acknowledged)
    select a.id, p.id, 0, true from phone p join alert a on a.user_id = p.owner_id`)
  await client.query('delete from alert_email where alert_id in (select alert_id from alert_phone)')
}
