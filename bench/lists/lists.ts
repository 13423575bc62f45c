import { sql } from 'kysely'
import { makeResidents } from '#scripts/made-up/residents.ts'
import { connect, type Db } from '#shared/node/platform/database/client.ts'
import type { BenchContext } from '../support/benchmark.ts'
import { fillLists } from '../support/fill-lists.ts'
import { percentile, seconds } from '../support/measure.ts'
import { type Case, makeCases, type FoundIds } from './cases.ts'
import { exportInactive } from './export.ts'
import { type ListAnswer, openListQueries } from './list-queries.ts'

const limits = { rowsMs: 300, countMs: 2000, exportSeconds: 15, exportBytes: 300e6 }

/** The figures as a table, how they were measured, and which exceed their limit. */
type ListsResult = { table: string[][]; notes: string[]; missed: string[] }

/**
 * The control panel's lists with a million users and about as many alerts, queried with anything an administrator may
 * type; and the export of the inactive tenth of the users.
 */
export async function lists({ cluster, print, quick }: BenchContext): Promise<ListsResult> {
  const users = quick ? 50_000 : 1_000_000
  const database = await cluster.create('lists')
  const residentAt = makeResidents(1, new Date())
  const filled = await seconds(() => fillLists(database, users, residentAt))
  print(`   ${users.toLocaleString('en-US')} residents made in ${Math.round(filled)} s`)
  const { db, end } = connect(database.url, { max: 4 })
  const table = [['list', 'asked', 'rows p50', 'p95', 'max', 'slowest', 'counts of more than 10,000', 'p95', 'max']]
  const missed: string[] = []
  try {
    const found = await findable(db)
    for (const [name, list] of Object.entries(openListQueries(db, database.url))) {
      const asked = makeCases(name as keyof ReturnType<typeof openListQueries>, residentAt, users, found)
      const { rows, counts } = await measure(list, asked)
      const [rowTimes, countTimes] = [rows.map(({ ms }) => ms), counts.map(({ ms }) => ms)]
      const p95 = percentile(rowTimes, 0.95)
      const mostCount = countTimes.length > 0 ? Math.max(...countTimes) : 0
      const slowest = rows.find(({ ms }) => ms === Math.max(...rowTimes))!
      table.push([
        name,
        String(asked.length),
        figure(percentile(rowTimes, 0.5)),
        figure(p95),
        figure(Math.max(...rowTimes)),
        toFindableName(slowest.asked),
        String(counts.length),
        countTimes.length > 0 ? figure(percentile(countTimes, 0.95)) : '–',
        figure(mostCount),
      ])
      print(`   ${name}: rows p95 ${figure(p95)}, counts at most ${figure(mostCount)}`)
      if (p95 > limits.rowsMs) missed.push(`${name}: rows p95 ${figure(p95)}, limit ${limits.rowsMs} ms`)
      if (mostCount > limits.countMs)
        missed.push(`${name}: a count took ${figure(mostCount)}, limit ${limits.countMs} ms`)
    }
    await end()
    const file = await exportInactive(database)
    const size = `${Math.round(file.peakBytes / 1e6)} MB at most in the server's process, ${Math.round(file.idlePeakBytes / 1e6)} MB of them before it`
    if (file.seconds > limits.exportSeconds)
      missed.push(`export: ${file.seconds.toFixed(1)} s, limit ${limits.exportSeconds} s`)
    if (file.peakBytes > limits.exportBytes) missed.push(`export: ${size}, limit 300 MB`)
    return {
      table,
      missed,
      notes: [
        `${users.toLocaleString('en-US')} residents with about one alert each. Asked by an administrator who may not see everybody: no filter, every status, frequent and rare terms, one and two letters, terms without three letters in a row, digits, pages deep in the list, and users and alerts by one email, phone or user. Rows come with their number up to 10,000; more are counted by themselves. Each is asked twice and the better time taken. Limits: rows 300 ms at p95, counts 2 s.`,
        `users.xlsx of ${file.users.toLocaleString('en-US')} users, by a server of its own: ${file.seconds.toFixed(1)} s, ${(file.fileBytes / 1e6).toFixed(1)} MB, ${size} (limits 15 s, 300 MB).`,
      ],
    }
  } finally {
    await end().catch(() => {})
    await database.drop()
  }
}

/** Emails, phones and users from the whole county, as the finders label them. */
async function findable(db: Db): Promise<FoundIds[]> {
  const { rows } = await sql<{ found: FoundIds }>`
    (select json_build_object('emailAddressId', id) as found from email_address order by hashint8(id) limit 4) union all
    (select json_build_object('phoneNumberId', id) from phone order by hashint8(id) limit 4) union all
    (select json_build_object('userId', id) from "user" order by hashint8(id) limit 4)`.execute(db)
  return rows.map(({ found }) => found)
}

const figure = (ms: number) => `${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms`
const toFindableName = ({ kind, filterText, statusType, page }: Case) =>
  [kind, filterText && `'${filterText}'`, statusType, page > 1 && `page ${page.toLocaleString('en-US')}`]
    .filter(Boolean)
    .join(', ')

type Timed = { asked: Case; ms: number }

async function measure({ page, count }: ListAnswer, cases: Case[]): Promise<{ rows: Timed[]; counts: Timed[] }> {
  const rows: Timed[] = []
  const counts: Timed[] = []
  for (const asked of cases) {
    let total: number | null = 0
    const once = async () => 1000 * (await seconds(async () => void ({ total } = await page(asked))))
    rows.push({ asked, ms: Math.min(await once(), await once()) })
    // Pages of the same term share a count.
    if (total === null && asked.page === 1) counts.push({ asked, ms: 1000 * (await seconds(() => count(asked))) })
  }
  return { rows, counts }
}

/** The section of RESULTS.md. */
export function listsSection({ table, notes, missed }: ListsResult): string {
  const [heads = [], ...rows] = table
  const lines = [heads, heads.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`)
  return [
    '## Lists of a large county\n',
    ...lines,
    '',
    ...notes.map((note) => `- ${note}`),
    ...missed.map((line) => `- OVER THE LIMIT: ${line}`),
  ].join('\n')
}
