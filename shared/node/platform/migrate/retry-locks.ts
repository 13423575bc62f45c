import { setTimeout as wait } from 'node:timers/promises'
import { getSqlState } from '../database/retry.ts'

/** How long others may pass before it tries again, and how often it tries. Together they outlast a report. */
const lockPauseMs = 1_000
const maxLockTries = 40
/** SQLSTATE: a lock that was not available in time, and a deadlock with a running process. */
const lacksLock = ['55P03', '40P01']

/** Runs a transaction again if it failed only for a lock. */
export async function retryLocks(transact: () => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await transact()
    } catch (error) {
      const states = withCauses(error).map(getSqlState)
      if (!states.some((state) => lacksLock.includes(state)) || tries >= maxLockTries) throw error
      await wait(lockPauseMs)
    }
  }
}

const withCauses = (error: unknown): unknown[] => (error instanceof Error ? [error, ...withCauses(error.cause)] : [])
