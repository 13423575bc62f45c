import type { Actor } from '#server/platform/actor.ts'
import type { ServerDeps } from '#server/platform/deps.ts'
import { AppError } from '#shared/contract/errors.ts'
import { messages } from '#shared/contract/messages.ts'
import { rights } from '#shared/contract/roles.ts'
import type { ManagedUser, ManagedUserPage } from '#shared/contract/user-manager.ts'
import { toUserDetails } from '../accounts/public.ts'
import { countAlertsByContact, readFormerContacts } from '../recipients/public.ts'
import { findUserWithCount, type UserWithCount } from './user-list.queries.ts'

export const toManagedUser = (row: UserWithCount): ManagedUser => ({
  id: row.id,
  username: row.username,
  role: row.role,
  status: row.status,
  ...toUserDetails(row),
  alertCount: row.alert_count,
})

/**
 * One user with the version of the record; a user outside the caller's allowable types reads as missing.
 * @throws AppError `missing`
 */
export async function readManagedUser(
  deps: Pick<ServerDeps, 'db' | 'env'>,
  actor: Pick<Actor, 'role'>,
  id: number,
): Promise<{ content: ManagedUserPage; version: number }> {
  const row = await findUserWithCount(deps.db, id)
  if (!row || !rights[actor.role].manages.includes(row.role)) throw new AppError('missing', messages.notFound)
  const content = {
    ...toManagedUser(row),
    ...(await countAlertsByContact(deps.db, row)),
    formerContacts: await readFormerContacts(deps, row),
  }
  return { content, version: row.version }
}
