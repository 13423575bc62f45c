import type { ManagedUser, UserListInput } from '#shared/contract/user-manager.ts'
import { toLimitOffset } from '#shared/contract/paging.ts'
import { rights } from '#shared/contract/roles.ts'
import type { UserContext } from '#server/trpc/context.ts'
import { managedUserView } from './managed-user.ts'
import { countUsers, findUserIds, type UserFilter, usersByIds } from './user-list.queries.ts'

const filterOf = ({ user }: Pick<UserContext, 'user'>, input: Omit<UserListInput, 'page'>): UserFilter => ({
  ...input,
  roles: rights[user.role].manages,
})

/**
 * A page of the users whom the caller may see. The rows come at once; so does their number up to 10,000, and above it
 * null: `userTotal` counts them all.
 */
export async function userPage(
  ctx: Pick<UserContext, 'db' | 'user'>,
  { page, ...input }: UserListInput,
): Promise<{ users: ManagedUser[]; total: number | null }> {
  const { ids, total } = await findUserIds(ctx.db, filterOf(ctx, input), toLimitOffset(page))
  const rows = await usersByIds(ctx.db, ids)
  return { users: rows.map(managedUserView), total }
}

export const userTotal = (ctx: Pick<UserContext, 'db' | 'user'>, input: Omit<UserListInput, 'page'>): Promise<number> =>
  countUsers(ctx.db, filterOf(ctx, input))

/** The same page with the whole number, for callers who ask once. */
export async function wholeUserPage(
  ctx: Pick<UserContext, 'db' | 'user'>,
  { page, ...input }: UserListInput,
): Promise<{ users: ManagedUser[]; total: number }> {
  const { users, total } = await userPage(ctx, { ...input, page })
  return { users, total: total ?? (await userTotal(ctx, input)) }
}
