import { AppError } from '#shared/contract/errors.ts'
import { messages } from '#shared/contract/messages.ts'
import { rights } from '#shared/contract/roles.ts'
import type { Tx } from '#shared/node/platform/database/client.ts'
import type { UserContext } from '#server/trpc/context.ts'
import { lockActiveForever } from './managed-user.queries.ts'
import { lockUser, type UserRow } from '../accounts/account/user.queries.ts'
import { visibleUser } from '#server/platform/visible-user.ts'

/**
 * A user whom the administrator may change, locked until the transaction ends.
 * @throws AppError `missing` for one outside the allowable types too (decisions, section 3)
 */
export async function lockManagedUser({ user }: Pick<UserContext, 'user'>, tx: Tx, userId: number): Promise<UserRow> {
  const { role } = await visibleUser({ db: tx, user }, userId)
  // Always first, and in the order of their ids: two who take each other away must not wait for each other.
  if (role === 'FOREVER') await lockActiveForever(tx)
  const found = await lockUser(tx, userId)
  if (!found || !rights[user.role].manages.includes(found.role)) throw new AppError('missing', messages.notFound)
  return found
}

/**
 * Nobody takes the own account away, nor the last active FOREVER, without whom nobody could manage the others
 * (decisions, section 3).
 * @param what 'delete', 'deactivate' …, for the text
 * @throws AppError `refused`
 */
export async function refuseLastOfItsKind(
  { user }: Pick<UserContext, 'user'>,
  tx: Tx,
  target: UserRow,
  what: string,
): Promise<void> {
  if (target.id === user.id) throw new AppError('refused', `You cannot ${what} your own account.`)
  if (target.role !== 'FOREVER' || target.status !== 'A') return
  const active = await lockActiveForever(tx)
  if (active.every((id) => id === target.id))
    throw new AppError('refused', `You cannot ${what} the last active FOREVER user.`)
}
