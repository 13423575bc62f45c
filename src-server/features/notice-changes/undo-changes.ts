import type { Caller } from '#server/platform/actor.ts'
import type { ServerDeps } from '#server/platform/deps.ts'
import { lockAlertsOfOwner } from '#server/platform/owner.queries.ts'
import { AppError } from '#shared/contract/errors.ts'
import type { NoticeChangeLine } from '#shared/contract/notice-change.ts'
import { saveAlertKeys } from '#shared/node/domain/alerts/alert-keys.queries.ts'
import { criteriaFromRow, parseMaskOrNull } from '#shared/node/domain/alerts/criteria-columns.ts'
import { findMissedRecords } from '#shared/node/domain/alerts/missed-records.queries.ts'
import { readLink } from '#shared/node/domain/notices/links.ts'
import { queueNotice } from '#shared/node/domain/notices/notice.queries.ts'
import { listCountyReaders } from '#shared/node/domain/reports/county-readers.ts'
import { writeAudit } from '#shared/node/platform/audit/audit.queries.ts'
import type { Db, Tx } from '#shared/node/platform/database/client.ts'
import { inTransaction } from '#shared/node/platform/database/transaction.ts'
import type { Settings } from '#shared/settings/groups.ts'
import {
  type ChangesMessage,
  findMessage,
  lockOpenChanges,
  markUndone,
  matchMissed,
  type OpenChange,
  lacksRecipients,
  putBackAccount,
  putBackAlert,
  putBackNumber,
  readCriteria,
} from './undo-changes.queries.ts'

type Deps = Pick<ServerDeps, 'db' | 'env' | 'settings'>

const texts = {
  unknown: 'This link is incomplete or has expired. Please open it again from the message.',
  over: 'The 7 days to undo this have passed. Please call the county.',
}

/** What the page behind the link shows: no more than the message said. */
export type ChangesView = {
  lines: NoticeChangeLine[]
  byStaff: boolean
  /** False for a person who gets the alerts of another's account. */
  own: boolean
  /** 'YYYY-MM-DD': of the changes. */
  day: string
  undone: boolean
  /** Whether an undo put everything back. */
  complete: boolean
  /** Whether an email told the county of it. */
  countyTold: boolean
}

async function findByLink(db: Db | Tx, { env }: Pick<Deps, 'env'>, token: string) {
  const noticeId = readLink(env.APP_SECRET, 'undo', token)
  const message = noticeId === null ? undefined : await findMessage(db, noticeId)
  if (noticeId === null || !message) throw new AppError('refused', texts.unknown)
  if (message.over && !message.undone) throw new AppError('refused', texts.over)
  return { noticeId, message }
}

async function toView(
  tx: Tx,
  settings: Settings,
  { noticeId, message }: Awaited<ReturnType<typeof findByLink>>,
): Promise<ChangesView> {
  const { lines, byStaff, own, day, undone } = message
  const complete = !(await lacksRecipients(tx, noticeId))
  const countyTold = (await listCountyReaders(tx, settings)).length > 0
  return { lines, byStaff, own, day, undone, complete, countyTold }
}

/**
 * Shows what a message about changed notices said. Changes nothing, so that programs that scan links undo nothing.
 * @throws AppError `refused` for a link that is cut short, changed, or older than 7 days
 */
export async function showChanges(deps: Deps, token: string): Promise<ChangesView> {
  const settings = await deps.settings.current()
  return inTransaction(deps.db, async (tx) => toView(tx, settings, await findByLink(tx, deps, token)))
}

/**
 * 'This was not me': undoes what the changes of a message ended, and later changes that followed, sends what was missed
 * meanwhile, and notifies the county. It takes nothing from anyone: a new address stays next to the old one. A second
 * press gives the same answer.
 * @throws AppError `refused` as above
 */
export async function undoChanges(
  deps: Deps & Pick<ServerDeps, 'enqueue'>,
  { address }: Pick<Caller, 'address'>,
  token: string,
): Promise<ChangesView> {
  const settings = await deps.settings.current()
  return inTransaction(deps.db, async (tx) => {
    const found = await findByLink(tx, deps, token)
    const { noticeId, message } = found
    if (message.userId !== null) await lockAlertsOfOwner(tx, message.userId)
    const undone = { noticeId, message: { ...message, undone: true } }
    const changes = await lockOpenChanges(tx, noticeId)
    if (changes.length === 0) return toView(tx, settings, undone)
    await putBack(tx, changes, settings.service.parcelMask)
    const view = await toView(tx, settings, undone)
    await writeAudit(tx, {
      type: 'ALERT',
      subject: message.userId === null ? null : { id: message.userId, username: message.username },
      description: 'Undid changes of notices: somebody who got them pressed “This was not me.”',
      newValue: {
        undone: [...new Set(changes.map(({ act }) => act))],
        alertIds: [...new Set(changes.flatMap(({ alertId }) => alertId ?? []))],
      },
      address,
    })
    await tellCounty(tx, settings, message, view)
    await deps.enqueue(tx, 'wakeMatching', {})
    await deps.enqueue(tx, 'wakeDelivery', {})
    return view
  })
}

/** Undoes changes, and has records matched again that arrived since the first of them. */
async function putBack(tx: Tx, changes: readonly OpenChange[], parcelMask: string): Promise<void> {
  const mask = parseMaskOrNull(parcelMask)
  const silentSince = new Map<number, { userId: number | null; since: Date }>()
  const note = ({ userId, at: since }: OpenChange, ids: number[]) => {
    for (const id of ids) if (!silentSince.has(id)) silentSince.set(id, { userId, since })
  }
  for (const change of changes) {
    if (change.act === 'account') note(change, await putBackAccount(tx, change))
    if (change.act === 'number') await putBackNumber(tx, change)
  }
  for (const change of firstOfEachAlert(changes)) note(change, await putBackAlert(tx, change))
  await markUndone(
    tx,
    changes.map(({ id }) => id),
  )
  for (const row of await readCriteria(tx, [...silentSince.keys()])) {
    const silent = silentSince.get(row.id)
    if (!silent) continue
    const criteria = criteriaFromRow(row)
    await saveAlertKeys(tx, [{ id: row.id, criteria, mask }])
    const eventIds = await findMissedRecords(tx, { criteria, mask, since: silent.since })
    await matchMissed(tx, { alertId: row.id, ...silent, eventIds })
  }
}

/** The first change holds the alert as it was before all of them. */
function firstOfEachAlert(changes: readonly OpenChange[]): OpenChange[] {
  const first = new Map<number, OpenChange>()
  for (const change of changes)
    if (change.alertId !== null && !first.has(change.alertId)) first.set(change.alertId, change)
  return [...first.values()]
}

async function tellCounty(tx: Tx, settings: Settings, message: ChangesMessage, { complete }: ChangesView) {
  const { byStaff, day } = message
  for (const { email, userId } of await listCountyReaders(tx, settings))
    await queueNotice(tx, {
      kind: 'account',
      template: 'changes-undone',
      channel: 'EMAIL',
      target: email,
      userId,
      data: { userId: message.userId ?? 0, byStaff, day, complete },
    })
}
