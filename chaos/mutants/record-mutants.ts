import type { Mutant } from './mutant.ts'

const batch = 'src-worker/matching/batch.ts'
const events = 'src-server/features/feeds/records/event.queries.ts'
const chain = 'shared/node/platform/audit/audit-chain.queries.ts'

/**
 * Faults on the way from the feed to the notice, in reports of providers, and in the jobs that maintain the service.
 */
export const recordMutants: Mutant[] = [
  {
    name: 'a record is acknowledged before COMMIT',
    promise: 'We acknowledge only what is stored.',
    scenario: 'the database is killed',
    edits: [
      {
        file: 'src-server/features/feeds/ingest/batcher.ts',
        find: '      const exceptions = await store(rows.toSorted(compareDocuments))',
        replace: `      for (const item of [...batch.values()].flat()) item.resolve('accepted')
      await new Promise((resolve) => setTimeout(resolve, 300))
      const exceptions = await store(rows.toSorted(compareDocuments))`,
      },
    ],
  },
  {
    name: 'a record is queued after its commit',
    promise: 'What is stored is matched.',
    scenario: 'connections end again and again',
    edits: [
      {
        file: events,
        find: `,
  queued as (insert into match_queue (event_id) select id from new)`,
        replace: '',
      },
      {
        file: events,
        find: '  const result = await pool.query<{ feed_id: number; document_id: string }>({ name, text, values })',
        replace: `  const result = await pool.query<{ feed_id: number; document_id: string }>({ name, text, values })
  const known = new Set(result.rows.map((row) => row.document_id))
  const added = rows.filter((row) => !known.has(row.document_id))
  await pool.query('select pg_sleep(0.05)')
  await pool.query(
    \`insert into match_queue (event_id) select e.id from unnest($1::bigint[], $2::text[]) as i (feed_id, document_id)
     join event e using (feed_id, document_id)\`,
    [added.map((row) => row.feed_id), added.map((row) => row.document_id)],
  )`,
      },
    ],
  },
  {
    name: 'notices are stored after the commit',
    promise: 'A record leaves the queue together with its notices.',
    scenario: 'connections end again and again',
    edits: [
      {
        file: batch,
        find: 'const alertCache = createAlertCache()',
        replace: `const alertCache = createAlertCache()
const afterCommit: ((query: Query) => Promise<unknown>)[] = []`,
      },
      {
        file: batch,
        find: '  const { records, ...result } = await takeAndMatch(deps, limit, onlyIds)',
        replace: `  const { records, ...result } = await takeAndMatch(deps, limit, onlyIds)
  for (const store of afterCommit.splice(0)) await inTransaction(deps.pool, '', store)`,
      },
      {
        file: batch,
        find: '  const stored = await storeMatches(query, await withholdNames(query, decided), {',
        replace: `  const matches = await withholdNames(query, decided)
  const stored = { matches: matches.length, notices: matches.length }
  const rules = {`,
      },
      {
        file: batch,
        find: `    texts: env.SMS_TRANSPORT !== 'none',
  })`,
        replace: `    texts: env.SMS_TRANSPORT !== 'none',
  }
  afterCommit.push((later) => storeMatches(later, matches, rules))`,
      },
    ],
  },
  {
    name: 'the unique index of notices is gone',
    promise: 'A record notifies an address of an owner once, whatever runs at the same time.',
    scenario: 'nothing but the providers fails',
    sql: 'drop index notice_once',
  },
  {
    name: 'a lost batch is matched again together',
    promise: 'A record that kills its worker is set aside, and matching goes on.',
    scenario: 'a record kills its workers',
    edits: [
      {
        file: 'src-worker/matching/batch.ts',
        find: 'if (lost.length > 0) throw new LostBatchesError([...lost, id])',
        replace: '',
      },
    ],
  },
  {
    name: 'matching does not wait for the lock of keys',
    promise: 'No record is matched while the keys of alerts are derived again.',
    scenario: 'matching waits for a lock',
    edits: [
      {
        file: 'src-worker/matching/take-events.queries.ts',
        find: '`select pg_advisory_xact_lock_shared(${locks.alertKeys})`',
        replace: `'select 1'`,
      },
    ],
  },
  {
    name: 'nothing ends a worker that hangs',
    promise: 'A worker that hangs is ended and started again.',
    scenario: 'a worker hangs',
    edits: [
      { file: 'shared/node/platform/watchdog-thread.ts', find: `process.kill(process.pid, 'SIGKILL')`, replace: '' },
    ],
  },
  {
    name: 'the sweeper does nothing',
    promise: 'Work that was left behind is found.',
    scenario: 'work rows are lost',
    edits: [
      {
        file: 'src-worker/handlers/sweep.ts',
        find: 'export async function sweep(context: HandlerContext): Promise<void> {',
        replace: `export async function sweep(context: HandlerContext): Promise<void> {
  if (context.options.pollMs > 0) return`,
      },
    ],
  },
  {
    name: 'the order of callbacks is trusted',
    promise: "A notice's state never moves back.",
    scenario: 'nothing but the providers fails',
    edits: [
      {
        file: 'src-worker/delivery/callbacks/apply-reports.queries.ts',
        find: `
        and \${rankSql('f.state')} > case when n.given_up or f.state = 'delivered' and n.reported_call <> f.call
          then 0 else \${rankSql('n.state')} end`,
        replace: '',
      },
    ],
  },
  {
    name: 'a callback is answered before it is stored',
    promise: 'What a provider reported and we acknowledged counts.',
    scenario: 'the database is killed',
    edits: [
      {
        file: 'src-server/http/webhooks/webhook.routes.ts',
        find: '    const added = await withTimeout(maxAnswerMs, insertCallbacks(db, callbacks))',
        replace: `    void insertCallbacks(db, callbacks).catch(() => {})
    const added = (await withTimeout(maxAnswerMs, Promise.resolve(callbacks.length))) as number | undefined`,
      },
    ],
  },
  {
    name: 'a reported bounce suppresses nothing',
    promise: 'Nobody is written to after a hard bounce or a complaint.',
    scenario: 'nothing but the providers fails',
    edits: [
      {
        file: 'src-worker/delivery/callbacks/callbacks.ts',
        find: '      if (report.stop && report.target) await suppressReported(tx, reader.channel, report, report.stop)',
        replace: '      if (report.stop === null) continue',
      },
    ],
  },
  {
    name: 'a server that stops does not say so first',
    promise: 'No call fails while servers are restarted in turn.',
    scenario: 'servers restart in turn',
    edits: [
      {
        file: 'src-server/start.ts',
        find: `      app?.beginDrain()
`,
        replace: '',
      },
    ],
  },
  {
    name: 'a server exits at once when it should stop',
    promise: 'A call that a server has begun gets its answer.',
    scenario: 'servers and workers are replaced behind a proxy',
    edits: [{ file: 'src-server/main.ts', find: '    stopping = true\n', replace: '    process.exit(0)\n' }],
  },
  {
    name: 'settings are read once',
    promise: 'A saved setting holds everywhere within two seconds.',
    scenario: 'workers are paused',
    edits: [
      {
        file: 'shared/node/domain/settings/settings-store.queries.ts',
        find: 'maxAgeMs = 1000',
        replace: 'maxAgeMs = 3_600_000',
      },
    ],
  },
  {
    name: 'health does not know unmatched records',
    promise: 'Metrics say how long the oldest record has waited to be matched.',
    scenario: 'matching waits for a lock',
    edits: [
      {
        file: 'shared/node/domain/monitoring/flows.queries.ts',
        find: 'q.oldest as "oldestUnmatchedSeconds"',
        replace: '0 as "oldestUnmatchedSeconds"',
      },
    ],
  },
  {
    name: 'a failing provider is not told',
    promise: 'Metrics say how many calls to a provider failed in a row.',
    scenario: 'providers reset connections',
    edits: [
      {
        file: 'shared/node/domain/monitoring/providers.queries.ts',
        find: 'failed_in_a_row + said.calls as "failedInARow"',
        replace: 'said.calls as "failedInARow"',
      },
    ],
  },
  {
    name: 'the audit chain is not extended',
    promise: 'Every row of the audit log is in the chain.',
    scenario: 'nothing but the providers fails',
    edits: [
      {
        file: 'src-worker/audit/chain-audit.ts',
        find: '(await tryLockAuditChain(tx)) ? appendAuditRows(tx, rowsAtOnce) : null',
        replace: '(await tryLockAuditChain(tx)) ? null : appendAuditRows(tx, 0)',
      },
    ],
  },
  {
    name: 'the audit chain leaves rows out',
    promise: 'Every row of the audit log is in the chain.',
    scenario: 'nothing but the providers fails',
    edits: [
      {
        file: chain,
        find: '    order by l.id limit ${limit}`.execute(tx)',
        replace: '    and l.id % 3 <> 0 order by l.id limit ${limit}`.execute(tx)',
      },
    ],
  },
]
