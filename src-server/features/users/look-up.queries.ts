import type { CodeDescription } from '#shared/contract/code-lists.ts'
import type { Role } from '#shared/contract/roles.ts'
import { formatPhone } from '#shared/domain/phone.ts'
import type { Db } from '#shared/node/platform/database/client.ts'
import { findUserIds, usersByIds } from './user-list.queries.ts'

/** If there are more, the client says 'Type more to narrow the list.' */
const maxLookUpRows = 50

/**
 * Users of these roles by username, names and email; one or two characters match beginnings only.
 * @returns the id as code, the username with the name as description
 */
export async function lookUpUsers(db: Db, roles: readonly Role[], filterText: string): Promise<CodeDescription[]> {
  const { ids } = await findUserIds(db, { roles, filterText }, { limit: maxLookUpRows, offset: 0 })
  const rows = await usersByIds(db, ids)
  return rows.map(({ id, username, first_name, last_name }) => {
    const name = `${first_name} ${last_name}`.trim()
    return { code: String(id), description: name ? `${username} (${name})` : username }
  })
}

/** An owner's email addresses: the id as code. */
export async function lookUpEmails(db: Db, ownerId: number): Promise<CodeDescription[]> {
  const rows = await db
    .selectFrom('email_address')
    .where('owner_id', '=', ownerId)
    .select(['id', 'address'])
    .orderBy('address_key')
    .limit(maxLookUpRows)
    .execute()
  return rows.map(({ id, address }) => ({ code: String(id), description: address }))
}

/** An owner's phone numbers as they are shown: the id as code. */
export async function lookUpPhones(db: Db, ownerId: number): Promise<CodeDescription[]> {
  const rows = await db
    .selectFrom('phone')
    .where('owner_id', '=', ownerId)
    .select(['id', 'number'])
    .orderBy('number')
    .limit(maxLookUpRows)
    .execute()
  return rows.map(({ id, number }) => ({ code: String(id), description: formatPhone(number) }))
}
