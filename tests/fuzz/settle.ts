import { sql } from 'kysely'
import { setTimeout as wait } from 'node:timers/promises'
import { verifyAudit } from '#shared/node/platform/audit/audit-verify.ts'
import type { Db } from '#shared/node/platform/database/client.ts'
import { type Child, startChild } from './child.ts'
import type { Figures } from './children/messages.ts'
import type { Breach } from './invariants.ts'
import type { FuzzWorld } from './world.ts'

/** How long the worker may take without any progress. In all it takes what the calls left behind: at full size, minutes. */
const stuckAfterMs = 150_000

/**
 * Lets a worker do what the calls left: match their records, send what may be sent, chain the audit log.
 * @returns what it did not finish, its errors, and whether the audit chain holds; and the worker after its work
 */
export async function settle({ variables, records }: FuzzWorld): Promise<{ breaches: Breach[]; worker: Figures }> {
  const { db } = records.server.deps
  // A call may have declared a restore, which pauses delivery.
  await sql`update database_restore set released_at = now() where released_at is null`.execute(db)
  const worker = await startChild('worker', variables)
  const { left, figures } = await Promise.race([work(db, worker), worker.ended]).finally(() => worker.stop())
  const errors = worker.takeLog().filter(({ level }) => level === 'error')
  const { broken, unchained } = await verifyAudit(db, {})
  const breaches = [
    { rule: 'the worker has no error', ids: [...errors.map(({ text }) => text), ...figures.faults] },
    {
      rule: 'the worker ends its work',
      ids: Object.entries(left).flatMap(([what, count]) => (count > 0 ? [`${what}: ${count}`] : [])),
    },
    { rule: 'the audit chain holds', ids: broken ? [`${broken.position}: ${broken.sentence}`] : [] },
    { rule: 'the audit chain is whole', ids: unchained.rows > 0 ? [`${unchained.rows} rows are not in it`] : [] },
  ]
  return { breaches: breaches.filter(({ ids }) => ids.length > 0), worker: figures }
}

const work = async (db: Db, worker: Child) => ({ left: await untilNothingLeft(db), figures: await worker.measure() })

async function untilNothingLeft(db: Db): Promise<Record<string, number>> {
  let least = Number.POSITIVE_INFINITY
  let since = performance.now()
  for (;;) {
    const { rows } = await sql<Record<string, number>>`
      select (select count(*) from match_queue) as records,
        (select count(*) from delivery where next_attempt_at < now() + interval '1 second') as notices,
        (select count(*) from provider_callback where applied_at is null) as callbacks,
        (select count(*) from audit_log l where not exists (select from audit_chain c where c.audit_id = l.id)) as "audit rows"`.execute(
      db,
    )
    const left = rows[0] ?? {}
    const count = Object.values(left).reduce((sum, one) => sum + Number(one), 0)
    if (count < least) [least, since] = [count, performance.now()]
    if (count === 0 || performance.now() - since > stuckAfterMs) return left
    await wait(100)
  }
}
