import type { Role } from '#shared/contract/roles.ts'
import type { Tx } from '#shared/node/platform/database/client.ts'

/** The active users of a role who have an email, except one. */
export function findActiveUsersWithEmail(
  tx: Tx,
  { role, except }: { role: Role; except: number },
): Promise<{ id: number; username: string; role: Role; email: string }[]> {
  return tx
    .selectFrom('user')
    .where('role', '=', role)
    .where('status', 'in', ['A', 'L'])
    .where('email', '<>', '')
    .where('id', '<>', except)
    .select(['id', 'username', 'role', 'email'])
    .orderBy('id')
    .execute()
}
