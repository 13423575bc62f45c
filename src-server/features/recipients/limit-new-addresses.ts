import { createProblemsError } from '#server/platform/assert-no-problems.ts'
import { lockAlertsOfOwner } from '#server/platform/owner.queries.ts'
import { messages } from '#shared/contract/messages.ts'
import { newAddressesLeft } from '#shared/domain/recipient/recipient.ts'
import type { Tx } from '#shared/node/platform/database/client.ts'
import { readNewAddresses } from './new-addresses.queries.ts'

/**
 * Refuses addresses beyond the day's limit of new ones, also those that staff enter: we email each of them, and it may
 * be a stranger's. Locks the owner's alerts until the transaction ends, so that concurrent saves count each other's
 * addresses; call it before locking any row of the owner.
 * @param entered addresses, each with the name of its field
 * @throws AppError `refused` with a text on each field that is one too many
 */
export async function assertNewAddressesAllowed(
  tx: Tx,
  ownerId: number,
  entered: { field: string; address: string }[],
): Promise<void> {
  const excess = await findExcess(
    tx,
    ownerId,
    entered.map(({ address }) => address),
  )
  if (excess.length === 0) return
  const refused = entered.filter(({ address }) => excess.includes(address.toLowerCase()))
  throw createProblemsError(Object.fromEntries(refused.map(({ field }) => [field, messages.tooManyNewAddresses])))
}

/** Whether the limit allows one more address, for a caller who must not learn that it does not. Locks as above. */
export const isNewAddressAllowed = async (tx: Tx, ownerId: number, address: string): Promise<boolean> =>
  (await findExcess(tx, ownerId, [address])).length === 0

/** The addresses that exceed the limit, in lower case. */
async function findExcess(tx: Tx, ownerId: number, addresses: string[]): Promise<string[]> {
  if (addresses.length === 0) return []
  await lockAlertsOfOwner(tx, ownerId)
  const { newKeys, ...counts } = await readNewAddresses(tx, ownerId, addresses)
  const entered = new Set(addresses.map((address) => address.toLowerCase()))
  return [...entered].filter((key) => newKeys.has(key)).slice(newAddressesLeft(counts))
}
