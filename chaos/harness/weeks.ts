import { setTimeout as wait } from 'node:timers/promises'
import type { Client } from 'pg'
import type { ChaosDatabase } from '../processes/database.ts'
import { ringJob } from '../support/ring-job.ts'

const turnEveryMs = 300
const turnsOfWeek = 4

/** Lets possible matches be older than this week's Monday. */
const makeDue = `
  update possible_match set matched_at = matched_at - interval '8 days'
  where week is null and matched_at > now() - interval '7 days'`

/** Makes room for another week: what was made this week becomes an earlier week's. Its names are no Mondays. */
const endWeek = `
  with emails as (update weekly_email set week = week - $1::int where week > current_date - 700)
  update possible_match set week = week - $1::int where week > current_date - 700`

export type Weeks = { stop(): Promise<void>; turn(client: Client): Promise<void> }

/**
 * Lets weeks pass while the run goes on: possible matches become due again and again, in most turns of a week
 * whose emails were made already. Nothing is made by hand.
 * @param url of the database, as its application opens it
 */
export function startWeeks(database: Pick<ChaosDatabase, 'asOwner'>, url: string): Weeks {
  const over = new AbortController()
  let turns = 0
  const turn = async (client: Client) => {
    turns += 1
    if (turns % turnsOfWeek === 0) await client.query(endWeek, [1_000 * turns])
    await client.query(makeDue)
    await ringJob(url, 'makeWeeklyEmails')
  }
  const turning = (async () => {
    while (!over.signal.aborted) {
      // The database may be the one that was killed.
      await database.asOwner(turn).catch(() => {})
      await wait(turnEveryMs)
    }
  })()
  return {
    stop: async () => {
      over.abort()
      await turning
    },
    turn: async (client) => {
      // A new week, whose emails list all that is left.
      turns += turnsOfWeek - 1 - (turns % turnsOfWeek)
      await turn(client)
    },
  }
}
