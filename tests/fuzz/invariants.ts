import { Client } from 'pg'

/** A broken rule of the database with the ids that break it. */
export type Breach = { rule: string; ids: string[] }

/** What must hold at any time, as queries for the ids where it does not. */
const rules: [rule: string, ids: string][] = [
  [
    'an alert uses an email of its own owner',
    `select l.alert_id as id from alert_email l join alert a on a.id = l.alert_id join email_address e on e.id = l.email_id
     where a.user_id is distinct from e.owner_id`,
  ],
  [
    'an alert uses a phone of its own owner',
    `select l.alert_id as id from alert_phone l join alert a on a.id = l.alert_id join phone p on p.id = l.phone_id
     where a.user_id is distinct from p.owner_id`,
  ],
  [
    'history is of the owner of its alert',
    `select o.id from outgoing_event o join alert a on a.id = o.alert_id where o.user_id is distinct from a.user_id`,
  ],
  [
    'an alert by email goes to a recipient of its owner',
    `select n.id from notice n join email_address e on e.id = n.recipient_id
     where n.kind = 'match' and n.channel = 'EMAIL' and not n.instead_of_text and n.owner_key <> coalesce(e.owner_id, -e.id)`,
  ],
  [
    'an alert by text goes to a recipient of its owner',
    `select n.id from notice n join phone p on p.id = n.recipient_id
     where n.kind = 'match' and n.channel = 'PHONE' and n.owner_key <> coalesce(p.owner_id, -p.id)`,
  ],
  [
    'a withheld match is of the owner of its alert',
    `select w.event_id as id from withheld_match w join alert a on a.id = w.alert_id where w.user_id is distinct from a.user_id`,
  ],
  [
    'an answer is of the owner of its notice',
    `select w.notice_id as id from notice_answer w join notice n on n.id = w.notice_id where w.owner_key <> n.owner_key`,
  ],
  [
    'an exception follows from a notice of the owner of its alert',
    `select x.id from alert_exception x join alert a on a.id = x.alert_id join notice n on n.id = x.notice_id
     where n.owner_key is distinct from a.user_id`,
  ],
  [
    'a notice is under way just when it has a work row',
    `select n.id from notice n full join delivery d on d.notice_id = n.id
     where n.kind is distinct from 'test' and (n.state in ('waiting', 'in_doubt')) is distinct from (d.notice_id is not null)`,
  ],
  [
    'no alert is sent to an address that nobody verified',
    `select n.id from notice n join notice_attempt t on t.notice_id = n.id
     where n.kind = 'match' and (
       exists (select from email_address e where n.channel = 'EMAIL' and not n.instead_of_text and e.id = n.recipient_id and e.verified_at is null)
       or exists (select from phone p where n.channel = 'PHONE' and p.id = n.recipient_id and p.verified_at is null))`,
  ],
  [
    'a restricted record holds none of its content',
    `select id from event where restricted and (parties::text <> '[]' or parcels::text <> '[]')`,
  ],
  [
    'an administrator of the provider is left',
    `select 'none' as id where not exists (select from "user" where role = 'FOREVER' and status = 'A')`,
  ],
  ['every index is valid', 'select indexrelid::regclass::text as id from pg_index where not indisvalid'],
]

/** Checks the constraints that were added without a look at the rows of that time. @returns those that do not hold */
async function validateConstraints(client: Client): Promise<Breach[]> {
  const { rows } = await client.query<{ statement: string }>(
    `select format('alter table %s validate constraint %I', conrelid::regclass, conname) as statement
     from pg_constraint where not convalidated`,
  )
  const broken: string[] = []
  for (const { statement } of rows)
    await client.query(statement).catch((error: Error) => broken.push(`${statement}: ${error.message}`))
  return broken.length > 0 ? [{ rule: 'every constraint holds', ids: broken }] : []
}

/** @returns the rules that do not hold */
export async function findBreaches(ownerUrl: string): Promise<Breach[]> {
  const client = new Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    const breaches = await validateConstraints(client)
    for (const [rule, query] of rules) {
      const { rows } = await client.query<{ id: unknown }>(`${query} limit 20`)
      if (rows.length > 0) breaches.push({ rule, ids: rows.map(({ id }) => String(id)) })
    }
    return breaches
  } finally {
    await client.end()
  }
}

/** Connections of the program that still hold a transaction or run a statement, as descriptions. */
export async function findBusyConnections(ownerUrl: string): Promise<string[]> {
  const client = new Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{ text: string }>(
      `select application_name || ': ' || state || ', ' || left(query, 80) as text from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'
         and (state like 'idle in transaction%' or state = 'active' and now() - query_start > interval '1 second')`,
    )
    return rows.map(({ text }) => text)
  } finally {
    await client.end()
  }
}
