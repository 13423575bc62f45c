import { AppError } from '#shared/contract/errors.ts'
import type { NoticeChangeLine } from '#shared/contract/notice-change.ts'
import { findMissedRecords } from '#shared/node/domain/alerts/missed-records.queries.ts'
import { saveAlertKeys } from '#shared/node/domain/alerts/alert-keys.queries.ts'
import { criteriaFromRow, parseMaskOrNull } from '#shared/node/domain/alerts/criteria-columns.ts'
import { readLink } from '#shared/node/domain/notices/links.ts'
import { queueNotice } from '#shared/node/domain/notices/notice.queries.ts'
import { writeAudit } from '#shared/node/platform/audit/audit.queries.ts'
import type { Db, Tx } from '#shared/node/platform/database/client.ts'
import { inTransaction } from '#shared/node/platform/database/transaction.ts'
import type { Caller } from '#server/platform/actor.ts'
import type { ServerDeps } from '#server/platform/deps.ts'
import { lockAlertsOfOwner } from '#server/platform/owner.queries.ts'
import {
  type ChangesMessage,
  findMessage,
  lockOpenChanges,
  markUndone,
  matchMissed,
  type OpenChange,
  readCriteria,
  undos,
} from './undo-changes.queries.ts'

type Deps = Pick<ServerDeps, 'db' | 'env'>

const texts = {
  unknown: 'This link is incomplete or has expired. Please open it again from the message.',
  over: 'The 7 days to undo this have passed. Please call the county.',
}

/** What the page behind the link shows: no more than the message said. */
export type ChangesView = {
  lines: NoticeChangeLine[]
  byStaff: boolean
  /** 'YYYY-MM-DD': of the changes. */
  day: string
  undone: boolean
}

async function findByLink({ env }: Pick<Deps, 'env'>, db: Db | Tx, token: string) {
  const noticeId = readLink(env.APP_SECRET, 'undo', token)
  const message = noticeId === null ? undefined : await findMessage(db, noticeId)
  if (noticeId === null || !message) throw new AppError('refused', texts.unknown)
  if (message.over && !message.undone) throw new AppError('refused', texts.over)
  return { noticeId, message }
}

const toView = ({ lines, byStaff, day, undone }: ChangesMessage): ChangesView => ({ lines, byStaff, day, undone })

/**
 * Shows what a message about changed notices said. Changes nothing, so that programs that scan links undo nothing.
 * @throws AppError `refused` for a link that is cut short, changed, or older than 7 days
 */
export async function showChanges(deps: Deps, token: string): Promise<ChangesView> {
  return toView((await findByLink(deps, deps.db, token)).message)
}

/**
 * 'This was not me' (decisions, section 21): puts back what the changes of a message ended, sends what was missed
 * meanwhile, and tells the county. It takes nothing from anybody: a new address stays beside the old one. A second press
 * gives the same answer.
 * @throws AppError `refused` as above
 */
export async function undoChanges(
  deps: Deps & Pick<ServerDeps, 'settings' | 'enqueue'>,
  { address }: Pick<Caller, 'address'>,
  token: string,
): Promise<ChangesView> {
  const { service, common } = await deps.settings.current()
  return inTransaction(deps.db, async (tx) => {
    const { noticeId, message } = await findByLink(deps, tx, token)
    if (message.userId !== null) await lockAlertsOfOwner(tx, message.userId)
    const changes = await lockOpenChanges(tx, noticeId)
    if (changes.length === 0) return toView({ ...message, undone: true })
    await putBack(tx, changes, service.parcelMask)
    await writeAudit(tx, {
      type: 'ALERT',
      subject: message.userId === null ? null : { id: message.userId, username: message.username },
      description: 'Undid changes of notices: somebody who got them pressed “This was not me.”',
      newValue: { undone: changes.map(({ act, alertId }) => ({ act, alertId })) },
      address,
    })
    if (common.contactEmail !== '')
      await queueNotice(tx, {
        kind: 'account',
        template: 'changes-undone',
        channel: 'EMAIL',
        target: common.contactEmail,
        userId: null,
        data: { userId: message.userId ?? 0, byStaff: message.byStaff, day: message.day },
      })
    await deps.enqueue(tx, 'wakeMatching', {})
    await deps.enqueue(tx, 'wakeDelivery', {})
    return toView({ ...message, undone: true })
  })
}

/** Undoes changes, the newest first, and has what came since the first of them matched again. */
async function putBack(tx: Tx, changes: readonly OpenChange[], parcelMask: string): Promise<void> {
  const mask = parseMaskOrNull(parcelMask)
  const silentSince = new Map<number, { userId: number | null; since: Date }>()
  for (const change of changes)
    for (const id of await undos[change.act](tx, change))
      silentSince.set(id, { userId: change.userId, since: change.at })
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
