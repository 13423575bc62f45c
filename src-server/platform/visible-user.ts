import { AppError } from '#shared/contract/errors.ts'
import { messages } from '#shared/contract/messages.ts'
import { rights } from '#shared/contract/roles.ts'
import type { Db, Tx } from '#shared/node/platform/database/client.ts'
import type { Actor } from './actor.ts'
import { findUser, type UserRow } from './find-user.queries.ts'

/**
 * A user whom the administrator may see; any other reads as missing.
 * @throws AppError `missing`
 */
export async function findVisibleUser(db: Db | Tx, { role }: Pick<Actor, 'role'>, userId: number): Promise<UserRow> {
  const found = await findUser(db, userId)
  if (!found || !rights[role].manages.includes(found.role)) throw new AppError('missing', messages.notFound)
  return found
}

/**
 * The user whose look-up lists the caller may read: administrators those of users whom they may see, all others their
 * own.
 * @throws AppError `forbidden` or `missing`
 */
export async function lookUpOwner(db: Db, actor: Pick<Actor, 'id' | 'role'>, userId: number): Promise<number> {
  if (userId === actor.id) return userId
  if (!rights[actor.role].controlPanel) throw new AppError('forbidden', messages.notPermitted)
  return (await findVisibleUser(db, actor, userId)).id
}
