import { type NoticeChangeAct, type NoticeChangeLine, noticeChangeDays } from '#shared/contract/notice-change.ts'
import { addDays, today } from '#shared/domain/dates.ts'
import { queueNotice } from '#shared/node/domain/notices/notice.queries.ts'
import type { Tx } from '#shared/node/platform/database/client.ts'
import type { AuditActor } from '#server/platform/actor.ts'
import type { ServerDeps } from '#server/platform/deps.ts'
import {
  type AlertState,
  findAccountEmail,
  insertChange,
  listAlertIds,
  type NewChange,
  readAlertStates,
  type Reached,
} from './notice-change.queries.ts'
import { tellChanges } from './tell-changes.queries.ts'

type Deps = Pick<ServerDeps, 'env'>
type Change = NewChange & { line: NoticeChangeLine }

type Act = {
  /** The alerts that the act may change, locked by the caller. */
  alertIds: readonly number[]
  actor: Pick<AuditActor, 'id'>
  /** Whether it may delete them. */
  deletes?: boolean
  /** Staff say that what is taken away belongs to somebody else: it gets nothing more, and hears nothing. */
  belongsToOther?: boolean
}

/**
 * Does something with alerts, and tells everybody who got their notices what it ended or moved: each verified address
 * and number of the alert, and the account's email (decisions, section 21). A recipient that was taken away gets notices
 * for 7 more days. Compares the alerts before and after, so that no act needs to know what it ends.
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
    // Nobody got anything, so nobody loses anything.
    if (state.reached.length === 0 || state.status === 'I') continue
    const now = after.get(state.id)
    const changes = findChanges(state, now, { day, belongsToOther })
    if (changes.length === 0) continue
    const others = (to: Reached) => !belongsToOther || now?.linked.some((link) => isSame(link, to)) !== false
    const reached = [...state.reached.filter(others), ...(now && now.userId === state.userId ? now.reached : [])]
    await record(tx, env, { userId: state.userId, changes, reached, day, actor })
  }
  return done
}

const isSame = (a: { channel: string; recipientId: number | null }, b: typeof a) =>
  a.channel === b.channel && a.recipientId === b.recipientId

/** What of an alert's notices ended or moved. */
function findChanges(
  before: AlertState,
  after: AlertState | undefined,
  { day, belongsToOther }: { day: string; belongsToOther: boolean },
): Change[] {
  const change = (
    act: NoticeChangeAct,
    line: Partial<NoticeChangeLine> = {},
    more: Partial<NewChange> = {},
  ): Change => ({
    userId: before.userId,
    alertId: before.id,
    act,
    before: { alert: before.whole.alert },
    line: { act, alert: before.name, ...line },
    ...more,
  })
  // For its owner an alert that moved to another account is gone.
  if (!after || after.userId !== before.userId) return [change('deleted', {}, { before: before.whole })]
  const lost = before.reached.filter((to) => !after.reached.some((left) => isSame(left, to)))
  const isLinked = (to: AlertState['reached'][number]) => after.linked.some((link) => isSame(link, to))
  return [
    ...lost.map(({ channel, recipientId, target }) => {
      const recipient = { channel, recipientId }
      const line = { recipient: { channel, target } }
      if (isLinked({ ...recipient, target })) return change('number', line, { recipient, before: {} })
      const acknowledged = before.linked.find((link) => isSame(link, recipient))?.acknowledged ?? false
      return change(
        'recipient',
        { ...line, keeps: !belongsToOther },
        { recipient, before: { acknowledged }, keeps: !belongsToOther },
      )
    }),
    ...(after.status === 'I' ? [change('off')] : []),
    ...(isPausedLonger(before, after, day) ? [change('paused', { pausedUntil: after.pausedUntil ?? '' })] : []),
    ...(after.watched === before.watched ? [] : [change('criteria')]),
  ]
}

const isPausedLonger = (before: AlertState, after: AlertState, day: string): boolean =>
  after.status === 'A' &&
  after.pausedUntil !== null &&
  after.pausedUntil > day &&
  (before.pausedUntil ?? '') < after.pausedUntil

/** Tells everybody who gets notices of an account's alerts that the account was deactivated. Call it before the act. */
export async function recordAccountOff(
  tx: Tx,
  { env }: Deps,
  { userId, actor }: { userId: number; actor: Pick<AuditActor, 'id'> },
): Promise<void> {
  const states = await readAlertStates(tx, await listAlertIds(tx, { ownerId: userId }))
  const reached = states.filter(({ status }) => status === 'A').flatMap((state) => state.reached)
  if (reached.length === 0) return
  const change: Change = { userId, alertId: null, act: 'account', before: {}, line: { act: 'account', alert: '' } }
  await record(tx, env, { userId, changes: [change], reached, day: today(env.COUNTY_TIME_ZONE), actor })
}

/**
 * Tells everybody who gets notices of an account's alerts that staff delete the account: with the county's phone, as
 * there is nothing left to undo. The messages name no user, so they outlive the account. Call it before the act.
 */
export async function tellAccountDeleted(
  tx: Tx,
  { env }: Deps,
  { userId, language }: { userId: number; language: string },
): Promise<void> {
  const day = today(env.COUNTY_TIME_ZONE)
  for (const { channel, target } of await listReaders(tx, userId)) {
    if (channel === 'PHONE' && env.SMS_TRANSPORT === 'none') continue
    const template = { EMAIL: 'account-deleted', PHONE: 'account-deleted-text' } as const
    await queueNotice(tx, {
      kind: 'account',
      template: template[channel],
      channel,
      target,
      userId: null,
      data: { day, language },
    })
  }
}

/** Everybody who gets notices of an account's alerts, and its verified email. */
async function listReaders(tx: Tx, userId: number): Promise<Reached[]> {
  const states = await readAlertStates(tx, await listAlertIds(tx, { ownerId: userId }))
  const account = await findAccountEmail(tx, userId)
  const reached = states.filter(({ status }) => status === 'A').flatMap((state) => state.reached)
  return withoutRepeats([...reached, ...(account ? [account] : [])])
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
      await tellChanges(tx, to, { userId, changes: stored, day, until, byStaff: actor.id !== userId })
}

const withoutRepeats = (list: readonly Reached[]): Reached[] => [
  ...new Map(list.map((to) => [`${to.channel} ${to.target.toLowerCase()}`, to])).values(),
]
