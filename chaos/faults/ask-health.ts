import type { Client } from 'pg'
import { metricsToken } from '../processes/environment.ts'
import type { Cast } from './fault.ts'

/** The journal's word for what a server's metrics did not say. */
export const untold = 'untold by health'

const answerWithinMs = 2_000

type Asked = Pick<Cast, 'addresses'>
/** Values by name and labels, without what all names begin with. */
type Metrics = ReadonlyMap<string, number>

/** What the first server that answers says; null if none does, or if it cannot reach its database. */
async function readMetrics({ addresses }: Asked): Promise<Metrics | null> {
  for (const address of addresses) {
    const text = await fetch(`${address}/metrics`, {
      headers: { authorization: `Bearer ${metricsToken}` },
      signal: AbortSignal.timeout(answerWithinMs),
    }).then(
      (response) => response.text(),
      () => '',
    )
    const lines = text.matchAll(/^land_alerts_(\S+) (\S+)$/gm)
    const metrics = new Map([...lines].map(([, name = '', value]) => [name, Number(value)]))
    if (metrics.get('database_up') === 1) return metrics
  }
  return null
}

/** What lasts: as long as it is the same, its figure only grows. */
type Lasting = { same: string; metric: string; figure: number }

/**
 * Compares figures of the database with the metrics: what a server says after they were read must be as much, unless they
 * changed meanwhile. So nothing depends on how fast anybody is. The journal gets what is less.
 * @param lasting SQL: rows of what lasts
 */
async function compare(client: Client, asked: Asked, lasting: string): Promise<void> {
  const before = await client.query<Lasting>(lasting)
  const metrics = await readMetrics(asked)
  const after = new Set((await client.query<Lasting>(lasting)).rows.map(({ same }) => same))
  if (!metrics) return
  for (const { same, metric, figure } of before.rows) {
    const said = metrics.get(metric) ?? 0
    if (after.has(same) && said < figure)
      await client.query('insert into chaos.journal (what, target) values ($1, $2)', [
        untold,
        `${metric} is ${said}, not ${figure}`,
      ])
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
