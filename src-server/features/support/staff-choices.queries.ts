import { type Role, rights } from '#shared/contract/roles.ts'
import type { Db } from '#shared/node/platform/database/client.ts'

export type StaffChoice = { id: number; username: string; name: string; email: string }

/** A county has fewer administrators. */
const maxChoices = 200

/** Active administrators whom the caller may see, by name. */
export async function listStaffChoices(db: Db, asRole: Role): Promise<StaffChoice[]> {
  const administrators = rights[asRole].manages.filter((role) => rights[role].controlPanel)
  const rows = await db
    .selectFrom('user')
    .select(['id', 'username', 'first_name', 'last_name', 'email'])
    .where('role', 'in', administrators)
    .where('status', 'in', ['A', 'L'])
    .orderBy('last_name')
    .orderBy('username')
    .limit(maxChoices)
    .execute()
  return rows.map(({ id, username, first_name, last_name, email }) => ({
    id,
    username,
    name: `${first_name} ${last_name}`.trim() || username,
    email,
  }))
}
