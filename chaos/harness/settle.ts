import type { Client } from 'pg'
import type { Providers } from '#tests/standins/providers.ts'
import type { ChaosOptions } from '../options/options.ts'
import type { Breach } from '../oracle/check.ts'
import { ringJob } from '../support/ring-job.ts'
import { until } from '../support/until.ts'
import { areWeeklyEmailsMade, isAuditChained, isQuiet } from '../support/work-left.ts'
import { repliesApplied } from './replies.ts'
import type { Weeks } from './weeks.ts'

type SettleOptions = {
  options: Pick<ChaosOptions, 'endsWithinMs' | 'chainWithinMs' | 'print'>
  /** Of the database, as its application opens it. */
  url: string
  /** When residents wrote last. */
  writtenUntil: Date
  weeks: Pick<Weeks, 'turn'>
}

/**
 * Waits until nothing is left to do, with the providers calm.
 * @returns what did not end in time, and when everything had ended, by the monotonic clock
 */
export async function settle(
  client: Client,
  providers: Providers,
  { options, url, writtenUntil, weeks }: SettleOptions,
): Promise<{ breaches: Breach[]; endedAt: number }> {
  const breaches: Breach[] = []
  const expect = async (what: string, holds: () => Promise<boolean>, withinMs: number) => {
    await until(what, holds, withinMs).catch((error: Error) => {
      options.print(error.message)
      breaches.push({ what: 'work that did not end in time', ids: [error.message] })
    })
  }
  const hasEnded = () => isQuiet(client)
  providers.calm()
  await expect('all work has ended', hasEnded, options.endsWithinMs)
  const endedAt = performance.now()
  await weeks.turn(client)
  await expect('the last weekly emails are made', () => areWeeklyEmailsMade(client), options.endsWithinMs)
  await expect('and sent', hasEnded, options.endsWithinMs)
  await providers.idle()
  await expect('what residents wrote is applied', () => repliesApplied(client, writtenUntil), options.endsWithinMs)
  await expect('replies to residents are sent', hasEnded, options.endsWithinMs)
  await providers.idle()
  await expect('their reports are applied', hasEnded, options.endsWithinMs)
  await ringJob(url, 'chainAudit')
  await expect('the audit chain is extended', () => isAuditChained(client), options.chainWithinMs)
  return { breaches, endedAt }
}
