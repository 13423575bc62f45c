import type { Tx } from '#shared/node/platform/database/client.ts'
import { suppress } from '#shared/node/domain/recipients/suppress.queries.ts'
import { readSendgridEvent, readTwilioStatus, type Report } from '#shared/domain/provider-report.ts'
import { isPassing } from '../platform/faults.ts'
import { startLoop } from '../platform/loop.ts'
import type { Loop, WorkerDeps } from '../platform/deps.ts'
import {
  applyReports,
  callbacksApplied,
  type KeptCallback,
  type NoticeReport,
  reportedKind,
  takeCallbacks,
} from './callback.queries.ts'
import { applyReply } from './replies.ts'

const atOnce = 500

/** Applies what providers reported, soon after it came; lost wakes cost at most the poll. */
export const startCallbacks = (deps: WorkerDeps): Loop =>
  startLoop({ name: 'callbacks', everyMs: deps.options.pollMs, log: deps.log, step: () => applyCallbacks(deps) })

/**
 * Applies a batch in one transaction. Where one of them fails, each is applied alone, and the one that fails is set
 * aside with its problem.
 * @returns true where more may be waiting
 */
export async function applyCallbacks({
  db,
  log,
  enqueue,
}: Pick<WorkerDeps, 'db' | 'log' | 'enqueue'>): Promise<boolean> {
  const step = (limit: number) =>
    db.transaction().execute(async (tx) => {
      const kept = await takeCallbacks(tx, limit)
      if (!kept || kept.length === 0) return 0
      await apply(tx, kept)
      await callbacksApplied(
        tx,
        kept.map(({ id }) => id),
      )
      await enqueue(tx, 'wakeDelivery', {})
      return kept.length
    })
  try {
    return (await step(atOnce)) === atOnce
  } catch (error) {
    // A database that is away says nothing of the reports: they wait for the next look.
    if (isPassing(error)) throw error
    log.warn('Reports of a provider are applied one by one after a failure.', {
      error: error instanceof Error ? error.name : 'unknown',
    })
  }
  try {
    return (await step(1)) > 0
  } catch (error) {
    if (isPassing(error)) throw error
    log.error('A report of a provider could not be applied.', error)
    return db.transaction().execute(async (tx) => {
      const kept = await takeCallbacks(tx, 1)
      if (!kept?.[0]) return false
      await callbacksApplied(tx, [kept[0].id], 'It could not be applied.')
      return true
    })
  }
}

async function apply(tx: Tx, kept: KeptCallback[]): Promise<void> {
  const reports: NoticeReport[] = []
  for (const callback of kept) {
    const read = callback.provider === 'twilio-inbound' ? null : readReport(callback)
    if (callback.provider === 'twilio-inbound') {
      const from = text(callback.body.From)
      if (/^\+\d{7,15}$/.test(from))
        await applyReply(tx, { from, body: text(callback.body.Body), at: callback.received_at })
    } else if (read) {
      reports.push(read.report)
      if (read.stop && read.target) await stop(tx, { ...read, stop: read.stop })
    }
  }
  await applyReports(tx, reports)
}

/**
 * A complaint about what we send unasked stops every message but account mail. One about mail that anybody can have
 * sent to an address (a link to verify it, a password reset) must not end its owner's alerts: it stops such requests
 * alone. So does one about a message that is not known any more: a missed alert is the graver fault, and a complaint
 * about the next notice names it.
 */
async function stop(tx: Tx, { report, channel, target, stop: reason }: Read & { stop: NonNullable<Read['stop']> }) {
  const kind = reason === 'complaint' ? await reportedKind(tx, report, target) : null
  await suppress(tx, {
    channel,
    target,
    reason,
    scope: kind === 'match' || kind === 'service' ? 'messages' : 'requests',
    detail: report.reason,
    at: report.at,
  })
}

type Read = { report: NoticeReport; channel: 'EMAIL' | 'PHONE'; target: string; stop: Report['stop'] }

function readReport({ provider, body, received_at }: KeptCallback): Read | null {
  const sendgrid = provider === 'sendgrid'
  const report = sendgrid ? readSendgridEvent(body) : readTwilioStatus(body)
  if (!report) return null
  const query = (typeof body.query === 'object' && body.query !== null ? body.query : {}) as Record<string, unknown>
  const ours = sendgrid ? body : query
  return {
    report: {
      noticeId: wholeNumber(ours.notice),
      attempt: wholeNumber(ours.attempt),
      // An event's id goes on after the first dot; the API's answer carried what stands before it.
      providerMessageId: sendgrid ? text(body.sg_message_id).split('.')[0] || null : text(body.MessageSid) || null,
      at: sendgrid ? saidOrReceived(body.timestamp, received_at) : received_at,
      meaning: report.meaning,
      reason: report.reason,
    },
    channel: sendgrid ? 'EMAIL' : 'PHONE',
    target: text(sendgrid ? body.email : body.To),
    stop: report.stop,
  }
}

const earliestMs = 30 * 24 * 3_600_000
const latestMs = 24 * 3_600_000

/** The time that a report names, in seconds; where it cannot be, when it came: what it says is not lost for that. */
function saidOrReceived(seconds: unknown, received: Date): Date {
  const ms = typeof seconds === 'number' ? seconds * 1000 : Number.NaN
  const later = ms - received.getTime()
  return later >= -earliestMs && later <= latestMs ? new Date(ms) : received
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '')
const wholeNumber = (value: unknown): number | null => {
  const number = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : null
  return number === null || number === 0 ? null : number
}
