import { explainRepeat } from '#tests/standins/ledger.ts'
import { stoppedDuringCall } from '#worker/delivery/claim.queries.ts'
import { type Check, checkRows, without } from './check.ts'
import type { Facts, NoticeFact } from './facts.ts'
import { isNearAny, listInterruptions } from './interruptions.ts'
import { isMarkedAsPossibleDuplicate } from './messages.ts'

/** Maximum number of calls of one worker that a fault may leave without a known answer. */
const maxInDoubtPerWorker = 100

/** So many recipients refused alike concern the sender: fewer may be refusals of their messages. */
const recipientsInARow = 5

const idsWhere = (notices: NoticeFact[], which: (notice: NoticeFact) => boolean) =>
  notices.filter(which).map(({ id }) => id)
const isTwice = ({ messages }: NoticeFact) => messages.length > 1

/**
 * Whether anything explains that a message followed this one: no good answer, a fault while it was under way, or an
 * answer as late as the end of the lease.
 */
const isExplained = (facts: Facts, entry: NoticeFact['messages'][number]): boolean =>
  explainRepeat(entry) !== null || isNearAny(listInterruptions(facts), entry.at) || facts.slowMessages.has(entry.id)

/** The report's words for a message too many. */
const describeCalls = ({ id, calls, messages }: NoticeFact) =>
  `${id}: ${calls ?? 'no calls'}; taken ${messages.map(describeMessage).join(', ')}`

const describeMessage = ({ at, attempt, heldUpMs, end }: NoticeFact['messages'][number]) =>
  [attempt, end, new Date(at).toISOString().slice(11, -1), heldUpMs === null ? null : `held up ${heldUpMs} ms`]
    .filter((word) => word !== null)
    .join(' ')

/** Notices that a provider refused alike with so few others that the refusals do not count as the sender's. */
function findRefusedByFew({ faults, notTaken }: Facts): Set<string> {
  const refused = faults
    .filter(({ name }) => name === 'providers-refuse-alike')
    .flatMap(({ at, until }) => {
      const during = notTaken.filter((entry) => entry.status === 400 && +at <= entry.at && entry.at <= +until)
      return [...Map.groupBy(during, ({ provider }) => provider).values()]
    })
  const few = refused.filter((calls) => new Set(calls.map(({ to }) => to)).size < recipientsInARow)
  return new Set(few.flat().map(({ notice }) => String(notice)))
}

/**
 * From the notice to its end: each is sent at least once, and twice only if that is explained and the message says so.
 */
export const noticeChecks: Check[] = [
  {
    what: 'notices that did not end',
    find: ({ notices }) => idsWhere(notices, ({ state }) => ['held', 'waiting', 'in_doubt'].includes(state)),
  },
  {
    what: 'notices that ended without being sent',
    find: (facts) => {
      const refusedByFew = findRefusedByFew(facts)
      return facts.notices
        .filter(
          (notice) =>
            ['failed', 'canceled'].includes(notice.state) &&
            // It may have nothing left to list: see the weekly checks.
            !(notice.kind === 'weekly' && notice.state === 'canceled') &&
            !refusedByFew.has(notice.id) &&
            !facts.expected.notices.allowed.has(notice.key ?? '') &&
            !facts.expected.stopping.has(notice.target),
        )
        .map(describeCalls)
    },
  },
  {
    // Notices that many refusals alike ended wait again, so their end shows nothing of this.
    what: 'refusals of the county that were read as refusals of a message',
    find: async ({ client, notTaken }) => {
      const { rows } = await client.query<{ call: string }>(
        `select notice_id || ' ' || attempt as call from notice_attempt where outcome = 'refused'`,
      )
      const refused = new Set(rows.map(({ call }) => call))
      const calls = notTaken.filter(({ status }) => status === 401)
      return calls.map(({ notice, attempt }) => `${notice} ${attempt}`).filter((call) => refused.has(call))
    },
  },
  checkRows('work left behind', 'select notice_id as id from delivery'),
  {
    what: 'notices that the provider never had',
    find: ({ notices }) =>
      notices
        .filter(({ state, messages }) => messages.length === 0 && state !== 'canceled' && state !== 'failed')
        .map(describeCalls),
  },
  {
    what: 'notices sent twice and not marked so',
    find: ({ notices }) => idsWhere(notices, (notice) => isTwice(notice) && !notice.possiblyTwice),
  },
  {
    // The first may arrive last: all but one must say so.
    what: 'notices sent twice of which more than one message does not say so',
    find: ({ notices }) =>
      notices
        .filter(({ messages }) => messages.filter((entry) => !isMarkedAsPossibleDuplicate(entry)).length > 1)
        .map(describeCalls),
  },
  {
    what: 'notices sent twice, and no attempt explains it',
    find: ({ notices }) => idsWhere(notices, (notice) => isTwice(notice) && notice.inDoubt + notice.perhapsTaken === 0),
  },
  // Such a call may still arrive: asked about it, a provider knows only what it has taken so far.
  checkRows(
    'calls of a stopped worker that count as never taken',
    `select notice_id as id from notice_attempt where detail = '${stoppedDuringCall}' and outcome <> 'in_doubt'`,
  ),
  {
    what: 'notices sent twice, and no fault explains it',
    find: (facts) =>
      facts.notices
        .filter(
          (notice) => isTwice(notice) && !notice.messages.slice(0, -1).every((entry) => isExplained(facts, entry)),
        )
        .map(describeCalls),
  },
  {
    what: 'texts sent twice, though the provider could be asked',
    // A text that Twilio took as late as the end of the lease was perhaps not there yet when we asked.
    find: ({ notices, slowMessages }) =>
      notices
        .filter(
          (notice) =>
            isTwice(notice) && notice.channel === 'PHONE' && !notice.messages.some(({ id }) => slowMessages.has(id)),
        )
        .map(describeCalls),
  },
  {
    what: 'reports of delivery that were acknowledged and not applied',
    find: ({ notices, delivered }) =>
      idsWhere(notices, ({ id, state }) => delivered.has(id) && state !== 'delivered' && state !== 'failed'),
  },
  {
    what: 'notices sent to somebody else',
    find: ({ notices }) => idsWhere(notices, ({ messages, target }) => messages.some(({ to }) => to !== target)),
  },
  {
    what: 'messages of no notice',
    find: ({ ledger, notices }) =>
      without(new Set(ledger.map(({ notice }) => String(notice))), new Set(notices.map(({ id }) => id))),
  },
  {
    what: 'messages to unverified, suppressed, paused or inactive people',
    find: ({ ledger, expected }) => ledger.filter(({ to }) => expected.forbidden.has(to)).map(({ id }) => id),
  },
  { what: 'breaches of the provider’s contract', find: ({ contractBreaches }) => new Set(contractBreaches) },
  {
    what: `faults that left more than ${maxInDoubtPerWorker} calls of a worker in doubt`,
    find: ({ faults, workers }) =>
      faults
        .filter(({ inDoubt }) => inDoubt > maxInDoubtPerWorker * workers)
        .map(({ name, inDoubt }) => `${name} (${inDoubt})`),
  },
]
