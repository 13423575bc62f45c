import type { Actor } from '#server/platform/actor.ts'
import type { ServerDeps } from '#server/platform/deps.ts'
import { providerStaff } from '#shared/contract/provider-staff.ts'
import { type Role, rights } from '#shared/contract/roles.ts'
import type { Tx } from '#shared/node/platform/database/client.ts'
import { isEmailVerified, queueAccountEmail } from '../accounts/public.ts'
import { findActiveUsersWithEmail } from './tell-administrators.queries.ts'

/**
 * Emails all administrators of a role, also the one who made the change, that there is a new one: an intruder at an
 * open browser must not become an administrator unnoticed. An address that was never verified gets no name.
 */
export async function tellAdministrators(
  tx: Tx,
  deps: Pick<ServerDeps, 'enqueue'>,
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
    await queueAccountEmail(tx, deps, {
      template: 'administrator-added',
      target: reader.email,
      userId: reader.id,
      data: { ...names, role: added.role },
    })
  }
}
