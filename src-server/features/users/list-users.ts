import type { Actor } from '#server/platform/actor.ts'
import type { ServerDeps } from '#server/platform/deps.ts'
import { toLimitOffset } from '#shared/contract/paging.ts'
import { rights } from '#shared/contract/roles.ts'
import type { ManagedUser, UserListInput } from '#shared/contract/user-manager.ts'
import { toManagedUser } from './managed-user.ts'
import { countUsers, findUserIds, type UserFilter, usersByIds } from './user-list.queries.ts'

const toFilter = ({ role }: Pick<Actor, 'role'>, input: Omit<UserListInput, 'page'>): UserFilter => ({
  ...input,
  roles: rights[role].manages,
})

/**
 * A page of the users whom the caller may see, with their total up to 10,000; for more it is null, and `countUserList`
 * counts them all.
 */
export async function readUserPage(
  deps: Pick<ServerDeps, 'db'>,
  actor: Pick<Actor, 'role'>,
  { page, ...input }: UserListInput,
): Promise<{ users: ManagedUser[]; total: number | null }> {
  const { ids, total } = await findUserIds(deps.db, toFilter(actor, input), toLimitOffset(page))
  const rows = await usersByIds(deps.db, ids)
  return { users: rows.map(toManagedUser), total }
}

export const countUserList = (
  deps: Pick<ServerDeps, 'db'>,
  actor: Pick<Actor, 'role'>,
  input: Omit<UserListInput, 'page'>,
): Promise<number> => countUsers(deps.db, toFilter(actor, input))

/** The same page, always with the total, for callers that make only one request. */
export async function readWholeUserPage(
  deps: Pick<ServerDeps, 'db'>,
  actor: Pick<Actor, 'role'>,
  { page, ...input }: UserListInput,
): Promise<{ users: ManagedUser[]; total: number }> {
  const { users, total } = await readUserPage(deps, actor, { ...input, page })
  return { users, total: total ?? (await countUserList(deps, actor, input)) }
}
