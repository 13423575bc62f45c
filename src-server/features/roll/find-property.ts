import type { Actor, Caller } from '#server/platform/actor.ts'
import type { ServerDeps } from '#server/platform/deps.ts'
import { throttledAddress } from '#server/platform/throttle/address-block.ts'
import { countOrThrow } from '#server/platform/throttle/throttle.queries.ts'
import { AppError } from '#shared/contract/errors.ts'
import { messages } from '#shared/contract/messages.ts'
import type { FoundProperties } from '#shared/contract/roll.ts'
import { findProperties } from '#shared/node/domain/roll/find-properties.queries.ts'
import { createSemaphore } from '#shared/node/platform/concurrency/semaphore.ts'
import type { Db } from '#shared/node/platform/database/client.ts'

type Deps = Pick<ServerDeps, 'db' | 'env'>

/** Callers without a login may search too, so searches must never take all of a server's connections. */
const searches = createSemaphore(4)
/** How long a search waits for its turn, in milliseconds; most take only a few. */
const patienceMs = 5_000

/**
 * Finds properties by their address for a logged-in user. The address stays out of logs.
 * @throws AppError tooMany
 */
export async function findProperty({ db, env }: Deps, { session }: Actor, text: string): Promise<FoundProperties> {
  await countOrThrow(db, env.APP_SECRET, 'find', session.id)
  return findInTurn(db, text)
}

/**
 * Finds properties for a resident who is registering; limits apply by network address.
 * @throws AppError tooMany
 */
export async function findPropertyToRegister(
  { db, env }: Deps,
  { address }: Caller,
  text: string,
): Promise<FoundProperties> {
  await countOrThrow(db, env.APP_SECRET, 'findToRegister', throttledAddress(address))
  return findInTurn(db, text)
}

async function findInTurn(db: Db, text: string): Promise<FoundProperties> {
  const taken = await searches.acquire(1, { withinMs: patienceMs })
  if (taken === 0) throw new AppError('tooMany', messages.busy, { retryAfter: 2 })
  try {
    return await findProperties(db, text)
  } finally {
    searches.release(taken)
  }
}
