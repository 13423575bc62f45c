import type { Actor } from '#server/platform/actor.ts'
import { lockUser, type UserRow } from '#server/platform/find-user.queries.ts'
import { findVisibleUser } from '#server/platform/visible-user.ts'
import { AppError } from '#shared/contract/errors.ts'
import { messages } from '#shared/contract/messages.ts'
import { rights } from '#shared/contract/roles.ts'
import type { Tx } from '#shared/node/platform/database/client.ts'
import { lockActiveForever } from './managed-user.queries.ts'

/**
 * Locks a user whom the administrator may change until the transaction ends.
 * @throws AppError `missing`, also for a user outside the allowable types
 */
export async function lockManagedUser(tx: Tx, actor: Pick<Actor, 'role'>, userId: number): Promise<UserRow> {
  const { role } = await findVisibleUser(tx, actor, userId)
  // Always first, and in the order of their ids, so that two administrators who remove each other do not deadlock.
  if (role === 'FOREVER') await lockActiveForever(tx)
  const found = await lockUser(tx, userId)
  if (!found || !rights[actor.role].manages.includes(found.role)) throw new AppError('missing', messages.notFound)
  return found
}

/**
 * No administrator can remove their own account or the last active FOREVER, without whom the others could not be
 * managed.
 * @param what 'delete', 'deactivate' …, for the text
 * @throws AppError `refused`
 */
export async function assertNotSelfOrLastForever(
  tx: Tx,
  actor: Pick<Actor, 'id'>,
  target: UserRow,
  what: string,
): Promise<void> {
  if (target.id === actor.id) throw new AppError('refused', `You cannot ${what} your own account.`)
  if (target.role !== 'FOREVER' || target.status !== 'A') return
  const active = await lockActiveForever(tx)
  if (active.every((id) => id === target.id))
    throw new AppError('refused', `You cannot ${what} the last active FOREVER user.`)
}
