import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { getConstructionPlans } from 'pg-boss'
import { copyTables, writeMadeDatabase } from './database-file.ts'
import { cases, failAll, holdAll, killDuringCalls, sendAll } from './outcomes.ts'
import { addPerson } from './people.ts'
import { leaveWork, register } from './residents.ts'
import { feedKey, openWorld, password, query } from './world.ts'

/**
 * Makes database.json.gz: runs the program of an earlier commit, its server and worker, with stand-ins of the providers,
 * leaves work in every state, kills the worker during calls, and copies the rows. What takes a day to come about is
 * written by SQL: states.sql, people.ts, and where outcomes.ts and residents.ts say so. With a checkout of that commit
 * and its packages:
 *
 *     node tests/upgrade/make-database.ts ../checkout
 */
const checkout = path.resolve(process.argv[2] ?? '')

async function makeDatabase(): Promise<void> {
  const undo: (() => Promise<unknown>)[] = []
  try {
    const world = await openWorld(checkout, undo)
    const { client, old, sendgrid, twilio, known } = world
    await client.query(
      `with f as (insert into feed (name) values ('Recorder') returning id)
      insert into feed_key (feed_id, key_hash, hint) select id, $1, 'feed_mmmmmm' from f`,
      [createHash('sha256').update(feedKey).digest()],
    )
    for (const [place, name] of cases.entries()) world.people.set(name, await addPerson(client, name, place))
    const server = await old.start('src-server/main.ts')
    undo.push(() => old.stop(server, 'SIGTERM'))
    const worker = await old.start('src-worker/main.ts')
    const resident = await register(world)
    await sendAll(world)
    await holdAll(world)
    await failAll(world)
    await killDuringCalls(world, worker)
    await leaveWork(world, resident)
    await client.query(readFileSync(path.join(import.meta.dirname, 'states.sql'), 'utf8'))
    for (const purpose of ['profile-email', 'usernames', 'not-me', 'keep-alerts'])
      known.tickets[purpose] = purpose.padEnd(43, '0')
    const { rows: now } = await client.query<{ at: string; version: number }>(
      `select to_json(now()) #>> '{}' as at, (select max(version) from schema_migration) as version`,
    )
    writeMadeDatabase({
      commit: execFileSync('git', ['rev-parse', '--short=8', 'HEAD'], { cwd: checkout }).toString().trim(),
      madeAt: now[0]?.at ?? '',
      migrations: now[0]?.version ?? 0,
      queueSchema: getConstructionPlans('pgboss'),
      tables: await copyTables(client),
      ledgers: { sendgrid: sendgrid.ledger, twilio: twilio.ledger },
      known: { ...known, cookies: resident.cookies, password, feedKey },
    })
    console.table(
      await query(
        world,
        `select n.id, e.document_id, n.kind, n.channel, n.state, n.possible_duplicate as twice, d.fence, d.attempts, d.calling_at is not null as calling,
        d.in_doubt_since is not null as doubt, d.perhaps_taken_since is not null as perhaps, n.reason
        from notice n left join event e on e.id = n.event_id left join delivery d on d.notice_id = n.id order by n.id`,
      ),
    )
  } finally {
    for (const step of undo.toReversed()) await step()
  }
}

await makeDatabase()
