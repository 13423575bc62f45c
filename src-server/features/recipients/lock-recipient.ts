import type { StaffActor } from '#server/platform/actor.ts'
import { lockAlertsOfOwner } from '#server/platform/owner.queries.ts'
import type { Channel } from '#shared/contract/alert.ts'
import { AppError } from '#shared/contract/errors.ts'
import { messages } from '#shared/contract/messages.ts'
import { rights } from '#shared/contract/roles.ts'
import type { Tx } from '#shared/node/platform/database/client.ts'
import { findOwnedRecipient, type LockedRecipient } from './change-recipient.queries.ts'

export type RecipientKey = { channel: Channel; id: number }

/**
 * Finds and locks a recipient of the actor, or of a user whom the actor's role manages, and blocks saves of its owner's
 * alerts until the transaction ends. Call it before locking any row.
 * @throws AppError `missing` for any other, and for one without an owner, which came from the legacy version
 */
export async function lockRecipient(
  tx: Tx,
  actor: Pick<StaffActor, 'id' | 'role'>,
  { channel, id }: RecipientKey,
): Promise<LockedRecipient> {
  const found = await findOwnedRecipient(tx, channel, id)
  if (!found || !mayChange(found, actor)) throw new AppError('missing', messages.notFound)
  await lockAlertsOfOwner(tx, found.ownerId)
  // A save may have changed it before the lock.
  const locked = await findOwnedRecipient(tx, channel, id, { lock: true })
  if (!locked) throw new AppError('missing', messages.notFound)
  return locked
}

/** True for the actor's own recipients, and for those of users whom the actor's role manages. */
function mayChange({ ownerId, ownerRole }: LockedRecipient, actor: Pick<StaffActor, 'id' | 'role'>): boolean {
  if (ownerId === actor.id) return true
  const { controlPanel, manages } = rights[actor.role]
  return controlPanel && manages.includes(ownerRole)
}
