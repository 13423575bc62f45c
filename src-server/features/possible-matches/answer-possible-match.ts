import type { AuditActor } from '#server/platform/actor.ts'
import type { ServerDeps } from '#server/platform/deps.ts'
import { recordOwnerActivity } from '#server/platform/owner.queries.ts'
import { AppError } from '#shared/contract/errors.ts'
import type { Match } from '#shared/contract/match.ts'
import { messages } from '#shared/contract/messages.ts'
import type { NoticeAnswer } from '#shared/contract/outgoing-event.ts'
import type { PossibleMatchKey, PossibleMatchView } from '#shared/contract/possible-match.ts'
import { noticeAnswerLabels } from '#shared/domain/notice/answers.ts'
import { toSpelling } from '#shared/matching/public.ts'
import { measureMatch } from '#shared/node/domain/notices/answer-cause.ts'
import { answerPossibleMatch } from '#shared/node/domain/possible-matches/possible-match.queries.ts'
import { mailReport } from '#shared/node/domain/reports/mail-report.ts'
import { withdrawReport } from '#shared/node/domain/reports/report-mail.queries.ts'
import { writeAudit } from '#shared/node/platform/audit/audit.queries.ts'
import type { Tx } from '#shared/node/platform/database/client.ts'
import { inTransaction } from '#shared/node/platform/database/transaction.ts'
import { teachOwnAlert } from '../alerts/public.ts'
import { readPossibleMatch } from './list-possible-matches.ts'
import {
  type AnsweredMatch,
  answerWithOther,
  deleteAnswers,
  lockPossibleMatch,
  lockUnansweredMatches,
  recordPossibleAnswer,
} from './possible-answer.queries.ts'
import { writeSpelling } from './write-spelling.ts'

type Deps = Pick<ServerDeps, 'db' | 'env' | 'settings' | 'enqueue'>
type Answered = AnsweredMatch & PossibleMatchKey

/**
 * Records one of the three answers to a possible match. 'This is not about me' ends its spelling for that alert: such
 * matches no longer appear, and those in the list get the same answer. 'This looks wrong' is a report for staff.
 * Repeating an answer changes nothing.
 * @throws AppError `missing` if the user's list has no such match; `refused` if the alert leaves out too many names
 */
export async function answerPossible(
  deps: Deps,
  actor: AuditActor,
  { answer, ...key }: PossibleMatchKey & { answer: NoticeAnswer },
): Promise<PossibleMatchView> {
  // Read before the transaction, which must not wait for a second connection.
  const settings = await deps.settings.current()
  return change(deps, actor, key, async (tx, before) => {
    if (before.answer === answer) return
    await takeBack(tx, actor, before)
    if (!(await answerPossibleMatch(tx, actor.id, { ...key, answer }))) throw missing()
    if (answer === 'not-me') await endSpelling(tx, actor, before)
    const cause = await measureMatch(tx, { ...before.match, alertId: key.alertId }, key.eventId)
    const noticeId = await recordPossibleAnswer(tx, { ...key, ownerKey: actor.id, answer }, cause)
    const report = {
      ownerKey: actor.id,
      eventId: key.eventId,
      noticeId,
      documentId: before.documentId,
      isPossible: true,
    }
    if (answer !== 'wrong') await withdrawReport(tx, report)
    else if (await mailReport(tx, settings, report)) await deps.enqueue(tx, 'wakeDelivery', {})
    await audit(tx, actor, before, `Answered a possible match: ${noticeAnswerLabels[answer]}.`)
  })
}

/**
 * Takes an answer back, with all that followed from it.
 * @throws AppError `missing` if the user's list has no such match
 */
export const undoPossibleAnswer = (deps: Deps, actor: AuditActor, key: PossibleMatchKey): Promise<PossibleMatchView> =>
  change(deps, actor, key, async (tx, before) => {
    if (before.answer === null) return
    await takeBack(tx, actor, before)
    await withdrawReport(tx, { ownerKey: actor.id, eventId: key.eventId })
    await audit(tx, actor, before, 'Took back the answer to a possible match.')
  })

const missing = () => new AppError('missing', messages.notFound)

function change(
  { db, env }: Deps,
  actor: AuditActor,
  key: PossibleMatchKey,
  work: (tx: Tx, before: Answered) => Promise<void>,
): Promise<PossibleMatchView> {
  return inTransaction(db, async (tx) => {
    const before = await lockPossibleMatch(tx, actor.id, key)
    if (!before) throw missing()
    await work(tx, { ...before, ...key })
    await recordOwnerActivity(tx, actor.id)
    const after = await readPossibleMatch(tx, actor.id, { ...key, timeZone: env.COUNTY_TIME_ZONE })
    if (!after) throw missing()
    return after
  })
}

const toException = (match: Match) =>
  ({ kind: 'spelling', value: toSpelling(match), written: writeSpelling(match) }) as const

async function teach(tx: Tx, actor: AuditActor, { alertId, match }: Answered, on: boolean): Promise<void> {
  await teachOwnAlert(tx, actor, { alertId, exception: toException(match), on, noticeId: null })
}

/** The alert leaves the spelling out, and its other matches of the list by that spelling get the same answer. */
async function endSpelling(tx: Tx, actor: AuditActor, answered: Answered): Promise<void> {
  await teach(tx, actor, answered, true)
  const { alertId, match } = answered
  const spelling = toSpelling(match)
  const others = await lockUnansweredMatches(tx, alertId)
  const eventIds = others.filter((other) => toSpelling(other.match) === spelling).map(({ eventId }) => eventId)
  await answerWithOther(tx, { alertId, eventIds, answer: 'not-me' })
}

async function takeBack(tx: Tx, actor: AuditActor, before: Answered): Promise<void> {
  if (before.answer === null) return
  if (before.answer === 'not-me') await teach(tx, actor, before, false)
  await deleteAnswers(tx, before)
}

const audit = async (tx: Tx, actor: AuditActor, { documentId, match }: Answered, description: string): Promise<void> =>
  writeAudit(tx, {
    type: 'NOTICE',
    actor,
    subject: actor,
    description,
    newValue: { record: documentId, spelling: writeSpelling(match) },
    address: actor.address,
  })
