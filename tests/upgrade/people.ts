import type { Client } from 'pg'

/** The case that a resident represents, whose name says by which channel it is notified. */
export type Case = `${string}-email` | `${string}-text`

const beginnings = ['Alder', 'Ash', 'Birch', 'Cedar', 'Elder', 'Hazel', 'Maple', 'Rowan', 'Thorn', 'Willow']
const ends = ['brook', 'field', 'ford', 'gate', 'ham', 'mere', 'stead', 'wood']

export type Person = { surname: string; target: string }

/** An invented resident of the old schema for a case, with a verified recipient and an alert on a name of their own. */
export async function addPerson(client: Client, name: Case, place: number): Promise<Person> {
  const surname = `${beginnings[place % beginnings.length]}${ends[Math.floor(place / beginnings.length)]}`
  const isText = name.endsWith('text')
  const target = isText ? `+1612555${String(2000 + place)}` : `${name}@${surname.toLowerCase()}.example`
  await client.query(
    `with person as (
       insert into "user" (username, email, email_verified_at, first_name, last_name)
       values ($1, $2, now(), 'Odessa', $3) returning id),
     watched as (
       insert into alert (user_id, name, alert_type, first_name, last_name, criteria, rule_version)
       select id, $1, 'NAME', 'Odessa', $3, 'Odessa ' || $3, 0 from person returning id, user_id),
     address as (
       insert into ${isText ? 'phone (owner_id, number, validated_at, verified_at)' : 'email_address (owner_id, address, verified_at)'}
       select id, $4, ${isText ? 'now(), now()' : 'now()'} from person returning id)
     insert into ${isText ? 'alert_phone (alert_id, phone_id, position)' : 'alert_email (alert_id, email_id, position)'}
     select watched.id, address.id, 1 from watched, address`,
    [name, `account.${name}@example.org`, surname, target],
  )
  return { surname, target }
}
