import type { Client } from 'pg'
import type { Population } from '#scripts/made-up/population.ts'
import { addressFor, ownerIdFor } from '../../bench/support/fill.ts'
import { numberFor } from './people.ts'

const isNotifiedByText = (ownerId: number) => ownerId % 2 === 0

/** An owner's recipient: half get emails, half get texts. */
const toAddress = (ownerId: number): string => (isNotifiedByText(ownerId) ? numberFor(ownerId) : addressFor(ownerId))

/** Gives every second owner a verified number for texts instead of the email address. */
export async function moveHalfToTexts(client: Client): Promise<void> {
  const { rows } = await client.query<{ id: number }>('select id from "user" order by id')
  const owners = rows.map(({ id }) => Number(id)).filter(isNotifiedByText)
  await client.query(
    `insert into phone (owner_id, number, validated_at, verified_at)
     select id, number, now(), now() from unnest($1::bigint[], $2::text[]) as given(id, number)`,
    [owners, owners.map(numberFor)],
  )
  await client.query(`insert into alert_phone (alert_id, phone_id, position, acknowledged)
    select a.id, p.id, 0, true from phone p join alert a on a.user_id = p.owner_id`)
  await client.query('delete from alert_email where alert_id in (select alert_id from alert_phone)')
}

/** The notices that the records must produce, each as document and recipient, computed without the product's code. */
export function expectNotices(population: Population, records: number): Set<string> {
  const notices = new Set<string>()
  for (let index = 0; index < records; index++) {
    const { event, hits } = population.recordAt(index)
    for (const hit of hits) notices.add(`${event.documentIdentifier} to ${toAddress(ownerIdFor(hit))}`)
  }
  return notices
}
