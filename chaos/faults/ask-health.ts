import type { Client } from 'pg'
import type { WireEvent } from '#shared/contract/feed.ts'
import { postOnce } from '../feeds/post.ts'
import { metricsToken } from '../processes/environment.ts'
import type { Cast } from './fault.ts'
import { note } from './findings.ts'

const answerWithinMs = 2_000

type Asked = Pick<Cast, 'addresses'>
/** Values by name and labels, without what all names begin with. */
type Metrics = ReadonlyMap<string, number>

/** The text of an answer; '' if there is none in time. */
const ask = (url: string): Promise<string> =>
  fetch(url, {
    headers: { authorization: `Bearer ${metricsToken}` },
    signal: AbortSignal.timeout(answerWithinMs),
  }).then(
    (response) => response.text(),
    () => '',
  )

/** The health that the first server that answers reports; null if none does, or if it cannot reach its database. */
async function readMetrics({ addresses }: Asked): Promise<Metrics | null> {
  for (const address of addresses) {
    const text = await ask(`${address}/metrics`)
    const lines = text.matchAll(/^land_alerts_(\S+) (\S+)$/gm)
    const metrics = new Map([...lines].map(([, name = '', value]) => [name, Number(value)]))
    if (metrics.get('database_up') === 1) return metrics
  }
  return null
}

/** A condition that lasts: as long as it does, its figure only grows. */
type Lasting = { same: string; metric: string; figure: number }

/**
 * Compares figures of the database with the metrics: a server that is asked after they were read must report at least
 * as much, unless they changed meanwhile. So no timing matters. Figures that are too low are written to the journal.
 * @param lasting SQL: rows of conditions that last
 */
async function compare(client: Client, asked: Asked, lasting: string): Promise<void> {
  const before = await client.query<Lasting>(lasting)
  const metrics = await readMetrics(asked)
  const after = new Set((await client.query<Lasting>(lasting)).rows.map(({ same }) => same))
  if (!metrics) return
  for (const { same, metric, figure } of before.rows) {
    const said = metrics.get(metric) ?? 0
    if (after.has(same) && said < figure) await note(client, 'untold by health', `${metric} is ${said}, not ${figure}`)
  }
}

/** While matching waits: how long the oldest record has waited, within the rounding of a figure. */
export const askForUnmatched = (client: Client, asked: Asked): Promise<void> =>
  compare(
    client,
    asked,
    `select event_id || ' ' || queued_at as same, 'match_oldest_seconds' as metric,
       extract(epoch from now() - queued_at)::float8 - 0.1 as figure
     from match_queue order by queued_at limit 1`,
  )

/** While providers fail: how many calls in a row have failed. */
export const askForProviders = (client: Client, asked: Asked): Promise<void> =>
  compare(
    client,
    asked,
    `select concat_ws(' ', channel, failing_since, last_accepted_at) as same, failed_in_a_row as figure,
       format('provider_failed_calls{channel="%s"}', case channel when 'EMAIL' then 'email' else 'text' end) as metric
     from provider_state where failed_in_a_row > 0`,
  )

/** A busy server may refuse one call for another reason. */
const refusals = 3

/** While the disk is full: a server that repeatedly refuses a feed's record must not report that it is ready. */
export async function askForFullDisk(client: Client, { addresses, feedKey: key }: Pick<Cast, 'addresses' | 'feedKey'>) {
  const event: WireEvent = { documentIdentifier: 'FULL DISK', recordedAt: '2026-03-09', parcels: ['NOBODY'] }
  const refuses = (address: string) =>
    postOnce({ address, key }, JSON.stringify({ events: [event] }), answerWithinMs).then(
      ({ status }) => status === 503,
      () => false,
    )
  for (const address of addresses) {
    let untold = 0
    while (untold < refusals && (await refuses(address)) && (await ask(`${address}/readyz`)).includes('"ok":true'))
      untold++
    if (untold === refusals) await note(client, 'untold by health', `${address} is ready on a full disk`)
  }
}
