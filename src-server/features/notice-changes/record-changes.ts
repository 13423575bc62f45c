import type { AuditActor } from '#server/platform/actor.ts'
import type { ServerDeps } from '#server/platform/deps.ts'
import type { Channel } from '#shared/contract/alert.ts'
import { type NoticeChangeAct, type NoticeChangeLine, noticeChangeDays } from '#shared/contract/notice-change.ts'
import { addDays, today } from '#shared/domain/dates.ts'
import { optionForFewer, matchOptionColumns } from '#shared/node/domain/alerts/criteria-columns.ts'
import type { Tx } from '#shared/node/platform/database/client.ts'
import {
  type AlertState,
  findAccountEmail,
  forgetRecipient,
  insertChange,
  listAlertIds,
  type NewChange,
  readAlertStates,
  type Reached,
  type WholeAlert,
} from './notice-change.queries.ts'
import { tellChanges } from './tell-changes.queries.ts'

type Deps = Pick<ServerDeps, 'env'>
type Change = NewChange & { line: NoticeChangeLine }

type Act = {
  /**
   * The alerts that the act may change. If the caller has not locked them, people may be notified twice of what another
   * act changes meanwhile.
   */
  alertIds: readonly number[]
  actor: Pick<AuditActor, 'id'>
  /** Whether it may delete them. */
  deletes?: boolean
  /**
   * Staff say that what is taken away belongs to another person: it gets no more messages, not even about this change.
   */
  belongsToOther?: boolean
}

/**
 * Acts on alerts, and notifies everyone who got their notices of what the act ended or moved: each verified address and
 * number of the alert, and the account's email. A recipient that was taken away gets notices for 7 more days. It
 * compares the alerts before and after, so that no act needs to know what it ends.
 */
export async function withNoticeChanges<T>(
  tx: Tx,
  { env }: Deps,
  { alertIds, actor, deletes = false, belongsToOther = false }: Act,
  act: () => Promise<T>,
): Promise<T> {
  const before = await readAlertStates(tx, alertIds, { withMatches: deletes })
  const done = await act()
  const after = new Map((await readAlertStates(tx, alertIds)).map((state) => [state.id, state]))
  const day = today(env.COUNTY_TIME_ZONE)
  for (const state of before) {
    // The alert notified no one, so no one loses a notice; but recipients that a recent change silenced are notified of
    // what follows.
    if (!state.isOpen && (state.reached.length === 0 || state.status === 'I')) continue
    const now = after.get(state.id)
    const changes = findChanges(state, now, { day, belongsToOther })
    if (changes.length === 0) continue
    if (belongsToOther)
      for (const { recipient } of changes)
        if (recipient) await forgetRecipient(tx, recipient.channel, recipient.recipientId)
    const others = (to: Reached) => !belongsToOther || !now || isAmong(now.linked, to)
    const reached = [...state.reached.filter(others), ...(now && now.userId === state.userId ? now.reached : [])]
    await record(tx, env, { userId: state.userId, changes, reached, day, actor })
  }
  return done
}

const isSame = (a: { channel: string; recipientId: number | null }, b: typeof a) =>
  a.channel === b.channel && a.recipientId === b.recipientId

/** Which of an alert's notices ended or moved. */
function findChanges(
  before: AlertState,
  after: AlertState | undefined,
  { day, belongsToOther }: { day: string; belongsToOther: boolean },
): Change[] {
  const isLost = (to: Reached) =>
    isAmong(before.linked, to) && !(after && isAmong(after.linked, to) && isAmong(after.reached, to))
  const lost = before.reached.filter(isLost)
  // What an undo puts back: all of the alert, as later changes may hide behind this one.
  const snapshot = belongsToOther ? withoutLinks(before.whole, lost) : before.whole
  const change = (
    act: NoticeChangeAct,
    line: Partial<NoticeChangeLine> = {},
    more: Partial<NewChange> = {},
  ): Change => ({
    userId: before.userId,
    alertId: before.id,
    act,
    before: snapshot,
    line: { act, alert: before.name, ...line },
    ...more,
  })
  // For its owner an alert that moved to another account is deleted.
  if (!after || after.userId !== before.userId) return [change('deleted')]
  return [
    ...lost.map(({ channel, recipientId, target }) => {
      const recipient = { channel, recipientId }
      const line = { recipient: { channel, target } }
      if (isAmong(after.linked, recipient)) return change('number', line, { recipient })
      const keeps = !belongsToOther
      return change('recipient', { ...line, keeps }, { recipient, keeps })
    }),
    ...(before.status === 'A' && after.status === 'I' ? [change('off')] : []),
    ...(isPausedLonger(before, after, day) ? [change('paused', { pausedUntil: after.pausedUntil ?? '' })] : []),
    ...findCriteriaChange(before, after).map((act) => change(act)),
  ]
}

const isAmong = (list: readonly { channel: string; recipientId: number | null }[], one: (typeof list)[number]) =>
  list.some((item) => isSame(item, one))

const withoutLinks = (whole: WholeAlert, lost: readonly Reached[]): WholeAlert => {
  const isLeft = (channel: Channel, recipientId: number) => !isAmong(lost, { channel, recipientId })
  return {
    ...whole,
    alert_email: whole.alert_email.filter(({ email_id }) => isLeft('EMAIL', email_id)),
    alert_phone: whole.alert_phone.filter(({ phone_id }) => isLeft('PHONE', phone_id)),
  }
}

/** Whether an alert watches something else, or leaves out more. */
function findCriteriaChange(before: AlertState, after: AlertState): ('criteria' | 'narrowed')[] {
  if (after.watched !== before.watched) return ['criteria']
  const [was, is] = [before.whole, after.whole]
  const isOptionNarrower = matchOptionColumns.some(
    (option) => was.alert[option] !== is.alert[option] && is.alert[option] === (option === optionForFewer),
  )
  const isKnown = ({ kind, value }: WholeAlert['alert_exception'][number]) =>
    was.alert_exception.some((known) => known.kind === kind && known.value === value)
  return isOptionNarrower || !is.alert_exception.every(isKnown) ? ['narrowed'] : []
}

const isPausedLonger = (before: AlertState, after: AlertState, day: string): boolean =>
  after.status === 'A' &&
  after.pausedUntil !== null &&
  after.pausedUntil > day &&
  (before.pausedUntil ?? '') < after.pausedUntil

/**
 * Notifies everyone who gets notices of an account's alerts that the account was deactivated. Call it before the act.
 */
export async function recordAccountOff(
  tx: Tx,
  { env }: Deps,
  { userId, actor }: { userId: number; actor: Pick<AuditActor, 'id'> },
): Promise<void> {
  const states = await readAlertStates(tx, await listAlertIds(tx, { ownerId: userId }))
  const reached = states.filter(({ status }) => status === 'A').flatMap((state) => state.reached)
  if (reached.length === 0) return
  const change: Change = { userId, alertId: null, act: 'account', line: { act: 'account', alert: '' } }
  await record(tx, env, { userId, changes: [change], reached, day: today(env.COUNTY_TIME_ZONE), actor })
}

type Recorded = { userId: number | null; changes: Change[]; reached: Reached[]; day: string } & Pick<Act, 'actor'>

async function record(
  tx: Tx,
  env: Pick<ServerDeps['env'], 'SMS_TRANSPORT'>,
  { userId, changes, reached, day, actor }: Recorded,
): Promise<void> {
  const stored = []
  for (const { line, ...change } of changes) stored.push({ id: await insertChange(tx, change), line })
  const until = addDays(day, noticeChangeDays)
  const account = userId === null ? undefined : await findAccountEmail(tx, userId)
  for (const to of withoutRepeats([...reached, ...(account ? [account] : [])]))
    if (to.channel === 'EMAIL' || env.SMS_TRANSPORT !== 'none')
      await tellChanges(tx, to, {
        userId,
        changes: stored,
        day,
        until,
        byStaff: actor.id !== userId,
        // We do not know whose number it is; its text names no account.
        own: to.channel === 'PHONE' || to.target.toLowerCase() === account?.target.toLowerCase(),
      })
}

const withoutRepeats = (list: readonly Reached[]): Reached[] => [
  ...new Map(list.map((to) => [`${to.channel} ${to.target.toLowerCase()}`, to])).values(),
]
