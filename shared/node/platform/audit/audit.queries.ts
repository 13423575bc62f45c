import { createHash, randomBytes } from 'node:crypto'
import type { Db, Tx } from '../database/client.ts'
import type { AuditType } from '../database/types/audit.ts'

/** The username at that time; looked up if the caller has only the id. */
type Person = { id: number; username?: string }

/** What happened, in plain words; old and new values without secrets. */
type AuditEntry = {
  type: AuditType
  actor?: Person | null
  subject?: Person | null
  description: string
  oldValue?: unknown
  newValue?: unknown
  /** Network address of the caller. */
  address?: string
}

/** In the order in which the digest covers them. */
export type PersonalFields = {
  actor_username: string
  subject_username: string
  description: string
  old_value: string | null
  new_value: string | null
  address: string
}

/** The digest that the chain covers. It is salted, so that erased fields cannot be recovered from it by guessing. */
export function personalDigest(salt: Buffer, fields: PersonalFields): Buffer {
  const { actor_username, subject_username, description, old_value, new_value, address } = fields
  const covered = [actor_username, subject_username, description, old_value, new_value, address]
  return createHash('sha256').update(salt).update(JSON.stringify(covered)).digest()
}

/** A caller may send half a character, which the database would return as a different one: that would break the chain. */
const toStorableText = (text: string) => text.toWellFormed().replaceAll('\0', '\uFFFD')

const toStorableJson = (value: unknown) => (value === undefined ? null : toStorableText(JSON.stringify(value)))

/** Adds rows to the audit log, in the caller's transaction if there is one. The worker chains them later. */
export async function writeAudit(db: Db | Tx, ...entries: AuditEntry[]): Promise<void> {
  for (const entry of entries) {
    const salt = randomBytes(16)
    const personal: PersonalFields = {
      actor_username: toStorableText(await findUsername(db, entry.actor)),
      subject_username: toStorableText(await findUsername(db, entry.subject)),
      description: toStorableText(entry.description),
      old_value: toStorableJson(entry.oldValue),
      new_value: toStorableJson(entry.newValue),
      address: toStorableText(entry.address ?? ''),
    }
    await db
      .with('row', (cte) =>
        cte
          .insertInto('audit_log')
          .values({
            type: entry.type,
            actor_id: entry.actor?.id ?? null,
            subject_user_id: entry.subject?.id ?? null,
            personal_digest: personalDigest(salt, personal),
          })
          .returning('id'),
      )
      .insertInto('audit_personal')
      .expression((eb) =>
        eb
          .selectFrom('row')
          .select(({ val }) => [
            'row.id as audit_id',
            val(salt).as('salt'),
            val(personal.actor_username).as('actor_username'),
            val(personal.subject_username).as('subject_username'),
            val(personal.description).as('description'),
            val(personal.old_value).as('old_value'),
            val(personal.new_value).as('new_value'),
            val(personal.address).as('address'),
          ]),
      )
      .columns([
        'audit_id',
        'salt',
        'actor_username',
        'subject_username',
        'description',
        'old_value',
        'new_value',
        'address',
      ])
      .execute()
  }
}

async function findUsername(db: Db | Tx, person: Person | null | undefined): Promise<string> {
  if (!person) return ''
  if (person.username !== undefined) return person.username
  const row = await db.selectFrom('user').select('username').where('id', '=', person.id).executeTakeFirst()
  return row?.username ?? ''
}
