import { setTimeout as wait } from 'node:timers/promises'
import { Client } from 'pg'

// cspell:ignore usename

/** Ordinary transactions end sooner. */
const lookEveryMs = 5_000

const blocking = `
  select b.pid, a.application_name as name, a.usename as role, extract(epoch from now() - a.xact_start)::int as seconds
  from unnest(pg_blocking_pids($1)) as b (pid) left join pg_stat_activity a using (pid) order by 1`
type Blocking = { pid: number; name: string | null; role: string | null; seconds: number | null }

/**
 * Reports whom a connection waits for, whenever they change, from a connection of its own.
 * @param pid of the connection that may wait
 * @returns ends it
 */
export function reportWaits(url: string, pid: number, report: (line: string) => void, everyMs = lookEveryMs) {
  const stop = new AbortController()
  const reporting = (async () => {
    await wait(everyMs, undefined, { signal: stop.signal })
    const client = new Client({ connectionString: url, application_name: 'land-alerts migrate watch' })
    client.on('error', () => {})
    try {
      await client.connect()
      for (let last = ''; ; await wait(everyMs, undefined, { signal: stop.signal })) {
        const { rows } = await client.query<Blocking>(blocking, [pid])
        const pids = rows.map((row) => row.pid).join()
        if (pids !== last && rows.length > 0) report(describe(rows))
        last = pids
      }
    } finally {
      await client.end()
    }
  })()
  reporting.catch(() => {}) // A report is a courtesy: the migration goes on without it.
  return async () => {
    stop.abort()
    await reporting.catch(() => {})
  }
}

const describe = (rows: Blocking[]): string =>
  `Waiting for ${rows.map(describeOne).join(', ')} to end a transaction. Reads and writes go on meanwhile.`

function describeOne({ pid, name, role, seconds }: Blocking): string {
  if (pid === 0) return 'a prepared transaction'
  const open = seconds === null ? '' : `, open for ${seconds} s`
  return `process ${pid} (${name || 'no application name'}, role ${role ?? 'unknown'}${open})`
}
