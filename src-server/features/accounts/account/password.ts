import { hash, verify } from '@node-rs/argon2'
import { AppError } from '#shared/contract/errors.ts'
import { messages } from '#shared/contract/messages.ts'

/** Argon2id with OWASP's first choice of parameters; memory in KiB. */
const cost = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 } as const
const maxConcurrentHashes = 2
/** How long a call waits for its turn. Only tests change it, so that a busy machine cannot fail them. */
export const hashing = { maxWaitMs: 1_000 }

let running = 0
const queue: (() => void)[] = []

/** Runs at most two hashes at a time and refuses a call that has waited for a second, so that logins cannot pile up. */
async function withHashSlot<T>(work: () => Promise<T>): Promise<T> {
  if (running >= maxConcurrentHashes) await waitInQueue()
  else running++
  try {
    return await work()
  } finally {
    const next = queue.shift()
    if (next) next()
    else running--
  }
}

function waitInQueue(): Promise<void> {
  return new Promise((resolve, reject) => {
    const turn = () => {
      clearTimeout(timer)
      resolve()
    }
    const timer = setTimeout(() => {
      queue.splice(queue.indexOf(turn), 1)
      reject(new AppError('tooMany', messages.busy, { retryAfter: 2 }))
    }, hashing.maxWaitMs)
    queue.push(turn)
  })
}

export const hashPassword = (password: string): Promise<string> => withHashSlot(() => hash(password, cost))

let decoy: Promise<string> | undefined

/**
 * Whether the password is the account's. An unknown account, or one without a password, costs the same work, so that
 * timing does not reveal it.
 * @throws AppError tooMany while the queue is too long
 */
export async function verifyPassword(stored: string | null | undefined, password: string): Promise<boolean> {
  decoy ??= hash('no account has this', cost)
  const against = stored ?? (await decoy)
  return (await withHashSlot(() => verify(against, password))) && Boolean(stored)
}
