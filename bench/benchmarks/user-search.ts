import { sql } from 'kysely'
import { randomAt } from '#scripts/made-up/random.ts'
import { makeResidents } from '#scripts/made-up/residents.ts'
import { findUserIds } from '#server/features/users/user-list.queries.ts'
import { roles } from '#shared/contract/roles.ts'
import { connect, type Db } from '#shared/node/platform/database/client.ts'
import type { BenchmarkResult, BenchContext } from '../support/benchmark.ts'
import { fillLists } from '../support/fill-lists.ts'
import { measureInterleaved, percentile, seconds } from '../support/measure.ts'

/**
 * Bar 9: the panel's user search with its count, compared with a sequential scan of names that finds the same users.
 */
export async function userSearch({ cluster, quick }: BenchContext): Promise<BenchmarkResult> {
  const users = quick ? 50_000 : 200_000
  const runs = quick ? 3 : 5
  const terms = quick ? 20 : 40
  const residentAt = makeResidents(1, new Date())
  const database = await cluster.create('user_search')
  await fillLists(database, users, (n) => ({ ...residentAt(n), phones: [], alerts: [] }))
  const ours = connect(database.url, { max: 2 })
  const scan = connect(database.url, {
    max: 1,
    settings: '-c enable_indexscan=off -c enable_indexonlyscan=off -c enable_bitmapscan=off',
  })
  const faults: string[] = []
  const search = async (term: string) =>
    (await findUserIds(ours.db, { roles, filterText: term }, { limit: 10, offset: 0 })).total
  try {
    for (const term of drawTerms(99, terms)) {
      const [found, scanned] = [await search(term), await scanFor(scan.db, term)]
      if (found !== scanned && found !== null) faults.push(`'${term}': ${found} found, ${scanned} by a scan`)
    }
    const p95 = async (run: number, look: (term: string) => Promise<unknown>) => {
      const times: number[] = []
      for (const term of drawTerms(run, terms)) times.push(1000 * (await seconds(() => look(term))))
      return percentile(times, 0.95)
    }
    const sides = await measureInterleaved(
      runs,
      (run) => p95(run, search),
      (run) => p95(run, (term) => scanFor(scan.db, term)),
    )
    return {
      lines: [
        {
          ...sides,
          what: `user search p95 ÷ sequential scan p95, ${users.toLocaleString('en-US')} users`,
          unit: 'ms',
          floor: 0.1,
          aim: 0.05,
          better: 'lower',
        },
      ],
      faults,
      notes: [
        `${terms} terms a run, medians of ${runs} runs: given names, surnames, parts of both, usernames, addresses. Ours finds the first ten in the order of the list and their number up to 10,000, as the page asks for them; the scan finds both in one pass over usernames, names and addresses as they are stored, as it would be without what is kept for the search; over the text that is kept it takes half as long.`,
      ],
    }
  } finally {
    await Promise.all([ours.end(), scan.end()])
    await database.drop()
  }

  /** What administrators type: names of randomly drawn residents, so frequent names come up often. */
  function drawTerms(run: number, count: number): string[] {
    const random = randomAt(9, run)
    return Array.from({ length: count }, () => {
      const { firstName, lastName, username, emails } = residentAt(random.below(users))
      const begun = lastName.slice(0, 3 + random.below(3))
      return random.pick([firstName, lastName, begun, `${firstName} ${lastName}`, username, emails[0]?.address ?? ''])
    })
  }
}

async function scanFor(db: Db, term: string): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    with hit as materialized (
      select id, username_key from "user"
      where lower(username || ' ' || first_name || ' ' || last_name || ' ' || email) like lower(${`%${term.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`}))
    select (select count(*) from hit) as total,
      array(select id from hit order by username_key, id limit 10) as ids`.execute(db)
  return rows[0]?.total ?? 0
}
