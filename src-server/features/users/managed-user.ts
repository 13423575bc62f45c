import type { ManagedUser } from '#shared/contract/user-manager.ts'
import { AppError } from '#shared/contract/errors.ts'
import { messages } from '#shared/contract/messages.ts'
import { rights } from '#shared/contract/roles.ts'
import type { UserContext } from '#server/trpc/context.ts'
import { findUserWithCount, type UserWithCount } from './user-list.queries.ts'
import type { UserRow } from '../accounts/account/user.queries.ts'

/** A user's details as the wire names them. */
export const detailsOf = (row: UserRow) => ({
  firstName: row.first_name,
  lastName: row.last_name,
  company: row.company,
  address: row.address,
  city: row.city,
  state: row.state,
  zip: row.zip,
  email: row.email,
  phoneFormatType: row.phone_format_type,
  phone: row.phone,
})

export const managedUserView = (row: UserWithCount): ManagedUser => ({
  id: row.id,
  username: row.username,
  role: row.role,
  status: row.status,
  ...detailsOf(row),
  alertCount: row.alert_count,
})

/**
 * One user with the version of the record; one outside the caller's allowable types reads as missing.
 * @throws AppError `missing`
 */
export async function readManagedUser(
  { db, user }: Pick<UserContext, 'db' | 'user'>,
  id: number,
): Promise<{ content: ManagedUser; version: number }> {
  const row = await findUserWithCount(db, id)
  if (!row || !rights[user.role].manages.includes(row.role)) throw new AppError('missing', messages.notFound)
  return { content: managedUserView(row), version: row.version }
}
