import type { Client } from 'pg'
import { stoppedDuringCall } from '#worker/delivery/claim.queries.ts'
import { faultKinds } from '../faults/fault-kinds.ts'
import type { Breach, Check } from './check.ts'
import { type Facts, readFacts, type RunFacts } from './facts.ts'
import { isNearAny, listMachineStalls } from './interruptions.ts'
import { journalChecks } from './journal-checks.ts'
import { noticeChecks } from './notice-checks.ts'
import { recordChecks } from './record-checks.ts'
import { restrictedChecks } from './restricted-checks.ts'
import { serviceChecks } from './service-checks.ts'

/** The promises that every run must keep. */
const checks: Check[] = [...recordChecks, ...noticeChecks, ...journalChecks, ...restrictedChecks, ...serviceChecks]

/** Compares the promises with the database, the providers' ledgers and the answers that callers got. */
export async function findBreaches(client: Client, run: RunFacts, more: Check[] = []): Promise<Breach[]> {
  const facts = await readFacts(client, run)
  return runChecks([...checks, ...more], facts)
}

async function runChecks(all: Check[], facts: Facts): Promise<Breach[]> {
  const breaches: Breach[] = []
  for (const { what, find } of all) {
    const ids = [...(await find(facts))]
    if (ids.length > 0) breaches.push({ what, ids })
  }
  return breaches
}

/**
 * Counts for each fault that interrupts calls those started before it, and after the previous one, and never ended. Calls
 * that the machine itself held up are not the fault's.
 */
export async function countInDoubt(client: Client, happened: Pick<Facts, 'faults' | 'stalls'>): Promise<void> {
  const { rows } = await client.query<{ called_at: Date }>(
    `select called_at from notice_attempt where outcome = 'in_doubt' and detail = $1 order by called_at`,
    [stoppedDuringCall],
  )
  const machineStalls = listMachineStalls(happened)
  const calls = rows.filter(({ called_at }) => !isNearAny(machineStalls, +called_at))
  const interruptions = happened.faults.filter(({ name }) => faultKinds[name].interruptsCalls)
  for (const [place, fault] of interruptions.entries()) {
    const after = interruptions[place - 1]?.at.getTime() ?? 0
    fault.inDoubt = calls.filter(({ called_at }) => called_at.getTime() > after && called_at <= fault.at).length
  }
}

/** Texts whose call went unanswered and that Twilio, queried by number and time, had accepted. */
export async function countFoundByLookUp(client: Client): Promise<number> {
  const { rows } = await client.query<{ asked: number }>(
    `select count(*) as asked from notice n where channel = 'PHONE' and state in ('accepted', 'delivered')
       and not possible_duplicate
       and exists (select from notice_attempt a where a.notice_id = n.id and a.outcome = 'in_doubt')`,
  )
  return Number(rows[0]?.asked ?? 0)
}
