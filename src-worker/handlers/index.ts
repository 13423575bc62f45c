import type { JobKey, Payload } from '#shared/node/platform/queue/jobs.ts'
import { extendAuditChain } from '../audit/chain-audit.ts'
import { purgeAuditLog } from '../audit/purge-audit.ts'
import { checkFeeds } from '../feed-check/check-feeds.ts'
import type { HandlerContext } from '../platform/deps.ts'
import { purgeUsers } from '../purge/purge-users.ts'
import { makeDueWeeklyEmails } from '../weekly/make-weekly-emails.ts'
import { endSessions } from './end-sessions.ts'
import { rederiveKeys } from './rederive-keys.ts'
import { sweep } from './sweep.ts'
import { upkeep } from './upkeep.ts'

/** A handler for every job of the catalog; a missing one is a type error. Each may run twice or not at all. */
export const handlers: { [K in JobKey]: (context: HandlerContext, payload: Payload<K>) => Promise<void> } = {
  wakeMatching: async ({ loops }) => loops.matching.wake(),
  wakeDelivery: async ({ loops }) => loops.delivery.wake(),
  wakeCallbacks: async ({ loops }) => loops.callbacks.wake(),
  sweep,
  upkeep,
  rederiveKeys,
  purgeUsers: (context) => purgeUsers(context),
  chainAudit: extendAuditChain,
  purgeAudit: purgeAuditLog,
  endSessions,
  makeWeeklyEmails: (context) => makeDueWeeklyEmails(context),
  checkFeeds,
}
