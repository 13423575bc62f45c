import { Client } from 'pg'
import { expect } from 'vitest'

export type BrokenStandby = {
  /** Number of waits for the standby that were canceled. */
  countCanceledWaits(): number
  /** Ends synchronous commits. */
  restore(): Promise<void>
}

/**
 * Makes every commit of this database wait for a standby that never answers; each wait is canceled soon, as an
 * administrator or a timeout would. Existing connections are ended, and the pool behind `query` has reconnected.
 * @param givesUp false for waits that last until the product ends them
 */
export async function breakStandby(
  ownerUrl: string,
  query: () => Promise<unknown>,
  { givesUp = true } = {},
): Promise<BrokenStandby> {
  const name = new URL(ownerUrl).pathname.slice(1)
  const elsewhere = new URL(ownerUrl)
  elsewhere.pathname = '/postgres'
  const admin = new Client({ connectionString: elsewhere.href })
  await admin.connect()
  const isHealthy = () => Promise.all(Array.from({ length: 10 }, query)).then(Boolean, () => false)
  const commit = async (how: string) => {
    await admin.query(`alter database ${name} ${how}`)
    await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name])
    await expect.poll(isHealthy).toBe(true)
  }
  let given = 0
  const until = new AbortController()
  await commit('set synchronous_commit = on')
  const giveUp = async () => {
    while (!until.signal.aborted) {
      const { rowCount } = await admin.query(
        `select pg_cancel_backend(pid) from pg_stat_activity where datname = $1 and wait_event = 'SyncRep'`,
        [name],
      )
      given += rowCount ?? 0
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
  const givingUp = givesUp ? giveUp() : undefined
  return {
    countCanceledWaits: () => given,
    restore: async () => {
      until.abort()
      await givingUp
      await commit('reset synchronous_commit')
      await admin.end()
    },
  }
}
