import type { Client } from 'pg'
import type { Entry } from '#tests/standins/ledger.ts'
import type { FaultEvent } from '../faults/inject.ts'
import type { FailedCall } from '../feeds/post.ts'
import type { Stall } from '../processes/observations.ts'
import { type Expected, toHistoryLine, toMatch, toNotice } from '../world/expected.ts'

/** A notice as the database has it after the run, with the messages that a provider took. */
export type NoticeFact = {
  id: string
  kind: string
  /** The key of the expected answer; null if it is not about a record. */
  key: string | null
  channel: 'EMAIL' | 'PHONE'
  target: string
  state: string
  possiblyTwice: boolean
  /** Calls without an answer, and calls that failed after the provider may have accepted the message. */
  inDoubt: number
  perhapsTaken: number
  /** Its calls in words, for the report. */
  calls: string | null
  /** Oldest first. */
  messages: Entry[]
}

type HistoryFact = { line: string; reason: string; notice: string | null }

/** The caller that is promised 503 with Retry-After, and nothing else, while the service is down. */
export const theFeed = 'the feed'

/** A call that a server did not answer with yes. */
export type CallFact = FailedCall & { caller: string }

/** What the run itself knows. */
export type RunFacts = {
  expected: Expected
  /** Document ids that a feed had acknowledged. */
  acknowledged: Set<string>
  ledger: Entry[]
  /** Calls about messages that providers did not take. */
  notTaken: Entry[]
  /** Notices whose delivery a provider reported, and the service acknowledged the report. */
  delivered: Set<string>
  /** What the providers found wrong with our calls. */
  contractBreaches: string[]
  faults: FaultEvent[]
  /** When the database or a worker stood still, for any reason. */
  stalls: Stall[]
  workers: number
  /** Calls that failed, or were answered with 5xx. */
  failedCalls: CallFact[]
  /** Last words of processes that ended unasked, and rejected promises without a handler. */
  ownEnds: string[]
  unhandled: string[]
}

export type Facts = RunFacts & {
  client: Client
  /** Messages, by their ids, that the provider took so long after their call that its lease may have ended. */
  slowMessages: Set<string>
  events: Set<string>
  matches: string[]
  notices: NoticeFact[]
  history: HistoryFact[]
}

type NoticeRow = Omit<NoticeFact, 'key' | 'messages'> & { document: string | null; owner: number }

/** Half of the shortest lease. */
const slowMs = 1_000
/**
 * A mail waits for one of few connections after its call was committed, and begins only while a quarter of the shortest
 * lease is left. On a quiet machine it waits only a few milliseconds.
 */
const heldUpMs = 250
/** Thus it begins this long after its call at the latest. */
const beginsWithinMs = 1_500

/**
 * Mail does not say which attempt it is, so the mail server itself measures how late it took it. It sees nothing of a
 * connection that opens late, unless a conversation begins later than any mail of the last call may have begun.
 */
async function findSlowMessages(client: Client, ledger: Entry[]): Promise<Set<string>> {
  const { rows } = await client.query<{ notice: string; attempt: number; at: Date }>(
    `select notice_id::text as notice, attempt, statement_at as at from chaos.journal where what = 'called'`,
  )
  const calls = Map.groupBy(rows, ({ notice }) => notice)
  const isSlow = ({ notice, attempt, at, heldUpMs: measured, begunAt = at }: Entry): boolean => {
    const called = calls.get(String(notice)) ?? []
    if (measured === null) return at > Number(called.find((one) => one.attempt === attempt)?.at) + slowMs
    const before = called.map((one) => +one.at).filter((one) => one <= begunAt)
    const begunLateMs = before.length > 0 ? begunAt - Math.max(...before) - beginsWithinMs : 0
    return measured + Math.max(0, begunLateMs) > heldUpMs
  }
  return new Set(ledger.filter(isSlow).map(({ id }) => id))
}

/**
 * That a text was not delivered may be known only from the provider's list, if its report was lost: then it is sent
 * again, as if never taken, and the next one may end alike.
 */
function withoutUndelivered(messages: Entry[]): Entry[] {
  const arrived = messages.filter(({ progress }) => progress?.status !== 'undelivered')
  return arrived.length > 0 ? arrived : messages.slice(-1)
}

/** Reads once what the checks compare. */
export async function readFacts(client: Client, run: RunFacts): Promise<Facts> {
  const events = await client.query<{ id: string }>('select document_id as id from event')
  const matches = await client.query<{ document: string; alert: number }>(
    `select e.document_id as document, m.alert_id as alert from event_match m join event e on e.id = m.event_id`,
  )
  const notices = await client.query<NoticeRow>(
    `select n.id::text, n.kind, e.document_id as document, n.owner_key as owner, n.channel, n.target, n.state,
       n.possible_duplicate as "possiblyTwice",
       (select count(*)::int from notice_attempt where notice_id = n.id and outcome = 'in_doubt') as "inDoubt",
       (select count(*)::int from notice_attempt where notice_id = n.id and outcome = 'perhaps_taken') as "perhapsTaken",
       (select string_agg(concat_ws(' ', attempt, outcome, called_at::time(3), nullif(detail, '')), ', ' order by attempt)
         from notice_attempt where notice_id = n.id) as calls
     from notice n left join event e on n.kind = 'match' and e.id = n.event_id`,
  )
  const history = await client.query<{
    document: string
    alert: number
    target: string
    reason: string
    notice: string | null
  }>(
    `select e.document_id as document, o.alert_id as alert, o.target, o.skip_reason as reason, o.notice_id::text as notice
     from outgoing_event o join event e on e.id = o.event_id`,
  )
  const byNotice = Map.groupBy(
    run.ledger.filter(({ isRefusedLater }) => !isRefusedLater),
    ({ notice }) => String(notice),
  )
  return {
    ...run,
    client,
    slowMessages: await findSlowMessages(client, run.ledger),
    events: new Set(events.rows.map(({ id }) => id)),
    matches: matches.rows.map(({ document, alert }) => toMatch(document, Number(alert))),
    notices: notices.rows.map(({ document, owner, ...notice }) => ({
      ...notice,
      key: document === null ? null : toNotice(document, notice.target, Number(owner)),
      messages: withoutUndelivered((byNotice.get(notice.id) ?? []).toSorted((one, other) => one.at - other.at)),
    })),
    history: history.rows.map(({ document, alert, target, reason, notice }) => ({
      line: toHistoryLine(document, Number(alert), target),
      reason,
      notice,
    })),
  }
}
