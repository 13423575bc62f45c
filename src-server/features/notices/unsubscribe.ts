import type { ServerDeps } from '#server/platform/deps.ts'
import {
  resubscribeWeekly,
  unsubscribeWeekly,
} from '#shared/node/domain/possible-matches/weekly-unsubscribe.queries.ts'
import { resubscribeAddress, unsubscribeAddress } from '#shared/node/domain/recipients/suppression.queries.ts'
import { writeAudit } from '#shared/node/platform/audit/audit.queries.ts'
import type { Tx } from '#shared/node/platform/database/client.ts'
import { inTransaction } from '#shared/node/platform/database/transaction.ts'
import { lockOwner, findNoticeByLink } from './answer-notice.ts'
import { type NoticeView, toNoticeView } from './notice-view.ts'
import { findOwner, setAlertsStopped, type NoticeDetails } from './notice.queries.ts'

type Deps = Pick<ServerDeps, 'db' | 'env' | 'settings'>
/** Every alert of this owner to this address, only the alerts in the message, or only the weekly email. */
export const unsubscribeScopes = ['all', 'alert', 'weekly'] as const
type UnsubscribeScope = (typeof unsubscribeScopes)[number]

type Change = (tx: Tx, notice: NoticeDetails) => Promise<boolean>
/** What each scope ends and begins again, and what the audit log says of its end; each is false if nothing changed. */
const scopes: Record<UnsubscribeScope, { end: Change; begin: Change; ended: string }> = {
  all: {
    end: unsubscribeAddress,
    begin: resubscribeAddress,
    ended: 'The owner unsubscribed an address from all alerts.',
  },
  alert: {
    end: async (tx, notice) => (await setAlertsStopped(tx, notice, true)) > 0,
    begin: async (tx, notice) => (await setAlertsStopped(tx, notice, false)) > 0,
    ended: 'The owner unsubscribed an address from one alert.',
  },
  weekly: {
    end: unsubscribeWeekly,
    begin: resubscribeWeekly,
    ended: 'The owner unsubscribed an address from the weekly email.',
  },
}

/**
 * Unsubscribes the address that received the link; account mail is still sent. A second call changes nothing.
 * @throws AppError `refused` for a link that is not ours or no longer kept
 */
export const unsubscribe = (deps: Deps, token: string, scope: UnsubscribeScope): Promise<NoticeView> =>
  change(deps, token, async (tx, notice) => {
    const { end, ended } = scopes[scope]
    if (await end(tx, notice)) await audit(tx, notice, ended)
  })

/** Takes an unsubscribe back. */
export const resubscribe = (deps: Deps, token: string, scope: UnsubscribeScope): Promise<NoticeView> =>
  change(deps, token, async (tx, notice) => {
    if (await scopes[scope].begin(tx, notice)) await audit(tx, notice, 'The owner subscribed an address again.')
  })

async function change(
  deps: Deps,
  token: string,
  work: (tx: Tx, notice: NoticeDetails) => Promise<void>,
): Promise<NoticeView> {
  return inTransaction(deps.db, async (tx) => {
    const notice = await findNoticeByLink(tx, deps, 'unsubscribe', token)
    await lockOwner(tx, notice)
    await work(tx, notice)
    return toNoticeView(await findNoticeByLink(tx, deps, 'unsubscribe', token), null, deps.env.COUNTY_TIME_ZONE)
  })
}

/** Audited on the owner, so that the owner's report shows why notices ended. */
const audit = async (tx: Tx, notice: NoticeDetails, description: string): Promise<void> =>
  writeAudit(tx, {
    type: 'SUPPRESSION',
    subject: await findOwner(tx, notice),
    description,
    newValue: { channel: notice.channel, target: notice.target },
  })
