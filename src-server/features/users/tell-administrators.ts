import { providerStaff } from '#shared/contract/provider-staff.ts'
import { type Role, rights } from '#shared/contract/roles.ts'
import type { Tx } from '#shared/node/platform/database/client.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { ServerDeps } from '#server/platform/deps.ts'
import { isEmailVerified, queueAccountEmail } from '../accounts/public.ts'
import { findActiveUsersWithEmail } from './tell-administrators.queries.ts'

/**
 * Emails the administrators of a role, the maker too, that there is another one: an open browser must not make itself
 * an administrator unnoticed (decisions, section 4). An address that was never verified reads no name.
 */
export async function tellAdministrators(
  deps: Pick<ServerDeps, 'enqueue'>,
  tx: Tx,
  actor: Pick<Actor, 'username' | 'role'>,
  added: { id: number; username: string; role: Role },
): Promise<void> {
  for (const reader of await findActiveUsersWithEmail(tx, { role: added.role, except: added.id })) {
    const names = (await isEmailVerified(tx, reader.id))
      ? {
          username: added.username,
          by: rights[reader.role].manages.includes(actor.role) ? actor.username : providerStaff,
        }
      : { username: '', by: '' }
    await queueAccountEmail(deps, tx, {
      template: 'administrator-added',
      target: reader.email,
      userId: reader.id,
      data: { ...names, role: added.role },
    })
  }
}
