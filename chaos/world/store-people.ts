import type { Client } from 'pg'
import type { ComposedRecipient, Person } from './people.ts'

type Row = ComposedRecipient & { owner: number; place: number }

/**
 * Turns the owners that `fillAlerts` wrote (each with one verified email on two alerts) into the people of the world:
 * their recipients, suppressions, accounts and alerts.
 */
export async function storePeople(client: Client, people: Person[]): Promise<void> {
  const rows = people.flatMap(({ ownerId, recipients }) =>
    recipients.map((recipient, place): Row => ({ owner: ownerId, place, ...recipient })),
  )
  await client.query('begin')
  await client.query('delete from email_address')
  await client.query(
    `create temp table given on commit drop as select * from json_to_recordset($1::json)
     as g (owner bigint, place int, channel text, target text, "isVerified" boolean, stop text)`,
    [JSON.stringify(rows)],
  )
  await client.query(`insert into email_address (owner_id, address, verified_at)
    select owner, target, case when "isVerified" then now() end from given where channel = 'EMAIL' order by owner, place`)
  await client.query(`insert into phone (owner_id, number, validated_at, verified_at)
    select owner, target, now(), case when "isVerified" then now() end from given where channel = 'PHONE' order by owner`)
  await client.query(`insert into alert_email (alert_id, email_id, position, acknowledged, unsubscribed_at)
    select a.id, e.id, g.place, true, case when g.stop = 'alert stopped' then now() end
    from given g join email_address e on e.owner_id = g.owner and e.address = g.target
    join alert a on a.user_id = g.owner where g.channel = 'EMAIL'`)
  await client.query(`insert into alert_phone (alert_id, phone_id, position, acknowledged)
    select a.id, p.id, g.place, true from given g join phone p on p.owner_id = g.owner and p.number = g.target
    join alert a on a.user_id = g.owner where g.channel = 'PHONE'`)
  await client.query(`insert into suppression (channel, target, reason)
    select channel, target, case channel when 'PHONE' then 'stop' else 'bounce' end from given where stop = 'suppressed'`)
  const idsWhere = (is: (person: Person) => boolean) => people.filter(is).map(({ ownerId }) => ownerId)
  await client.query(`update "user" set status = 'I' where id = any($1)`, [idsWhere(({ account }) => account === 'I')])
  await client.query(`update "user" set status = 'L' where id = any($1)`, [idsWhere(({ account }) => account === 'L')])
  await client.query(`update alert set status = 'I' where user_id = any($1)`, [
    idsWhere(({ alerts }) => alerts === 'off'),
  ])
  await client.query(`update alert set paused_until = current_date + 30 where user_id = any($1)`, [
    idsWhere(({ alerts }) => alerts === 'paused'),
  ])
  // As their keys were derived (world.ts).
  await client.query(`update alert set possible = true where alert_type = 'NAME' and not typing_slips`)
  await client.query('commit')
}
