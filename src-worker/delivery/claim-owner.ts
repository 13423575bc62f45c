import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { connectionGuards } from '#shared/node/platform/database/client.ts'
import type { Log } from '#shared/node/platform/log.ts'
import { type Deadline, startDeadline } from '#shared/node/providers/common/deadline.ts'
import { freeClaims, readNumbers, takeNumber } from './claim-owner.queries.ts'
import type { Clock } from './clock.ts'

/*
 * Each worker has a number, and holds its advisory lock on a connection of its own. Claims carry the number. When a
 * worker dies, its connection ends, the lock is released, and the others free its claims within seconds, not when their
 * leases end. Leases stay, and so do the fences: a worker that still runs can lose its lock.
 * L is when a lock is lost, p when its worker last asked whether it holds it and learned that it does: p < L. The
 * worker believes that until p + trust; the others free its claims no earlier than L + grace; trust < grace < spare.
 * - The worker was killed. Its claims are free; calls that it had committed are in doubt, and are looked up or repeated
 * with a mark, as after a lease.
 * - It lost only this connection, and knows. It takes the lock of the same number again, usually before L + grace, so
 * that a restart of the database costs no claim. Until then it claims and commits without a number: leases protect
 * these. It does not start a call that it committed before, under the lost connection, but gives the notice back.
 * - It lost the connection and does not know (a pulled cable, a pause of the process or machine). It starts calls only
 * until p + trust. They end before L + grace + spare, and no worker looks them up or repeats them before that. (A mail
 * server may take longer; then the repeat is marked.)
 * - Its claims were freed, and it takes one to commit: the lease is gone, or another claim has raised the fence, so the
 * commit leaves it out. Its commit and the freeing may meet: both lock the row, and a claim that is committed without a
 * number is no longer this number's, so it is left alone.
 * - Its claims were freed during a call. If no worker has claimed the notice since, its outcome counts; else the fence
 * keeps it out.
 * - It comes back while its claims are being freed: that happens under its lock, so it takes the lock after that.
 * - A worker of an earlier release claims: it raises `attempt`, so that `owner_attempt` differs and the number in the
 * row means nothing. Only leases protect such claims.
 * - The lock is lost on the database's side (failover, pg_terminate_backend): as if the connection was lost.
 * - A pooler between them uses another session for each transaction: the worker sees that its session does not hold the
 * lock, and claims without a number. If the pooler keeps the lock of a dead worker, its leases end.
 * - The database is restored from a backup: numbers in it belong to no running worker, and their claims are freed. In a
 * restored database, no worker can claim them before staff release delivery.
 */

/** That this worker holds the lock of its number. */
export type Hold = {
  number: number
  /** Whether the database confirmed it moments ago, and the connection has not ended since. */
  isProven(): boolean
}

export type ClaimOwner = {
  /** Resolves when the first attempt to hold the number has ended, either way. */
  opened: Promise<void>
  /**
   * The number that claims and commits carry now; null while this worker cannot prove it, so that only leases protect
   * them.
   */
  current(): Hold | null
  /** Ends the connection, and with it the lock. */
  stop(): Promise<void>
}

type OwnerOptions = {
  url: string
  clock: Pick<Clock, 'owner' | 'leaseSpareMs'>
  log: Log
  /** Called when claims of a dead worker were freed. */
  onFreed: () => void
}

/** Holds a number for this worker, and frees the claims of workers whose numbers no session holds. */
export function startClaimOwner({ url, clock, log, onFreed }: OwnerOptions): ClaimOwner {
  const number = randomInt(1, 2 ** 31 - 1)
  const stopping = new AbortController()
  const { signal } = stopping
  const state: { hold: Hold | null } = { hold: null }
  const opened = Promise.withResolvers<void>()
  const pause = () => sleep(clock.owner.askMs, undefined, { signal }).catch(() => undefined)

  /** Holds the number on one connection until that ends. */
  const holdOn = async (client: Client) => {
    if (!(await takeNumber(client, number))) return
    const absence = watchAbsence(clock.owner.graceMs)
    const own = createHold(number)
    client.once('end', own.end)
    while (!signal.aborted) {
      const gone = await own.prove(client, clock.owner.trustMs)
      state.hold = own.hold
      opened.resolve()
      let freed = 0
      for (const other of absence.look(gone)) freed += (await freeClaims(client, other, clock.leaseSpareMs)) ?? 0
      if (freed > 0) {
        log.warn('delivery.claims_freed', { count: freed })
        onFreed()
      }
      await pause()
    }
  }
  const run = async () => {
    while (!signal.aborted) {
      const client = openClient(url, clock.owner.graceMs)
      try {
        await client.connect()
        await holdOn(client)
      } catch (error) {
        if (state.hold) log.warn('delivery.lock_lost', { error: error instanceof Error ? error.name : 'unknown' })
      }
      state.hold = null
      opened.resolve()
      await client.end().catch(() => undefined)
      await pause()
    }
  }
  const running = run()
  return {
    opened: opened.promise,
    current: () => (state.hold?.isProven() ? state.hold : null),
    async stop() {
      stopping.abort()
      await running
    },
  }
}

/** A connection that counts as dead once a query has had no answer for `silentMs`. */
function openClient(url: string, silentMs: number): Client {
  const client = new Client({
    connectionString: url,
    application_name: 'land-alerts worker',
    ...connectionGuards(silentMs),
  })
  // The query that runs on it reports the error.
  client.on('error', () => {})
  return client
}

/** The hold of one connection. Once that has ended, it is never proven again, even if the number is held again. */
function createHold(number: number) {
  const state: { ended: boolean; proof: Deadline | null } = { ended: false, proof: null }
  return {
    hold: { number, isProven: () => !state.ended && state.proof?.mayBegin() === true },
    end: () => {
      state.ended = true
    },
    /**
     * Asks whether this connection holds the number. Returns the numbers that no session holds.
     * @throws Error if it does not
     */
    async prove(client: Client, trustMs: number): Promise<number[]> {
      // Started before the question, so that it never seems fresher than it is.
      const proof = startDeadline({ totalMs: trustMs, spareMs: 0 })
      const { held, gone } = await readNumbers(client, number)
      if (!held) {
        state.ended = true
        throw new Error('This session no longer holds its lock.')
      }
      state.proof = proof
      return gone
    },
  }
}

/** Remembers how long a number has been absent: a worker may only be reconnecting. */
export function watchAbsence(graceMs: number, now: () => number = () => performance.now()) {
  let since = new Map<number, number>()
  return {
    /** Returns the numbers that were absent at each look of the last `graceMs`. */
    look(absent: number[]): number[] {
      const at = now()
      since = new Map(absent.map((number) => [number, since.get(number) ?? at]))
      return absent.filter((number) => at - (since.get(number) ?? at) >= graceMs)
    },
  }
}
