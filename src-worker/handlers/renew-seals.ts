import { resealSecret } from '#shared/node/platform/secrets/seal.ts'
import type { WorkerDeps } from '../platform/deps.ts'
import { replaceSeal, type Seal, listSealsAfter } from './renew-seals.queries.ts'

const batchSize = 100

/**
 * Reseals with the newest APP_SECRET the secrets of authenticator apps that an earlier one sealed, so that the earlier
 * one can be removed some day. Users notice nothing.
 * @returns how many were renewed, and how many no configured secret can open
 */
export async function renewSeals({
  db,
  env,
  log,
}: Pick<WorkerDeps, 'db' | 'env' | 'log'>): Promise<{ renewed: number; broken: number }> {
  const done = { renewed: 0, broken: 0 }
  if (env.APP_SECRET.previous.length === 0) return done
  const renew = async (seal: Seal) => {
    const sealed = tryReseal(() => resealSecret(env.APP_SECRET, seal.id, seal.totp_secret))
    if (sealed === undefined) done.broken++
    else if (sealed !== null && (await replaceSeal(db, seal, sealed))) done.renewed++
  }
  for (let seals = await listSealsAfter(db, 0, batchSize); seals.length > 0;) {
    for (const seal of seals) await renew(seal)
    seals = await listSealsAfter(db, seals.at(-1)?.id ?? Infinity, batchSize)
  }
  if (done.broken > 0) log.warn('authenticator.secrets_unreadable', done)
  else if (done.renewed > 0) log.info('authenticator.secrets_resealed', done)
  return done
}

/** undefined if no configured secret opens the seal. */
function tryReseal(read: () => string | null): string | null | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}
