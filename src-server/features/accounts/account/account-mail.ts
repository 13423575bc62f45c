import type { NoticeTemplates } from '#shared/node/domain/notices/notice-templates.ts'
import type { Tx } from '#shared/node/platform/database/client.ts'
import { queueNotice } from '#shared/node/domain/notices/notice.queries.ts'
import type { ServerDeps } from '#server/platform/deps.ts'
import { countWithinLimit } from '#server/platform/throttle.queries.ts'
import { usernameForEmail } from './verified-email.queries.ts'

type AccountTemplate = Exclude<
  keyof NoticeTemplates,
  `${string}-text` | `verify-${string}` | 'recipient-stopped' | 'migration-ended' | 'database-restored'
>

/** Queues a message about an account, within the caller's transaction. The worker makes its ticket at the send. */
export async function queueAccountEmail<T extends AccountTemplate>(
  { enqueue }: Pick<ServerDeps, 'enqueue'>,
  tx: Tx,
  mail: { template: T; target: string; userId: number | null; data: NoticeTemplates[T] },
): Promise<void> {
  await queueNotice(tx, { kind: 'account', channel: 'EMAIL', ...mail })
  await enqueue(tx, 'wakeDelivery', {})
}

/** Queues the link that sets a new password, within the caller's transaction. The caller has asked `mayBeMailed`. */
export async function emailResetLink(
  deps: Pick<ServerDeps, 'enqueue'>,
  tx: Tx,
  account: { id: number; username: string; email: string },
): Promise<void> {
  await queueAccountEmail(deps, tx, {
    template: 'password-reset',
    target: account.email,
    userId: account.id,
    data: { username: await usernameForEmail(tx, account) },
  })
}

/** Tells the owner of an account, where it has an email, that its password was changed. */
export async function emailPasswordChanged(
  deps: Pick<ServerDeps, 'enqueue'>,
  tx: Tx,
  { id, username, email }: { id: number; username: string; email: string },
): Promise<void> {
  if (email)
    await queueAccountEmail(deps, tx, {
      template: 'password-changed',
      target: email,
      userId: id,
      data: { username: await usernameForEmail(tx, { id, username, email }) },
    })
}

/**
 * Counts a message that anybody could have asked for, and says whether it may go: so many an hour about one account,
 * and to one mailbox. Only what would really be sent is counted, or a stranger could use up what the owner needs
 * (decisions, section 4).
 * @param tx the caller's transaction: a second connection for it would leave a few callers at once waiting for each
 * other, each with one in hand
 * @param accountId none where the message is not about an account that stands already
 * @param pending the account's registration is not complete, so that anybody may have made it with this email: such
 * accounts must not use up what the mailbox's own are sent
 */
export async function isWithinMailLimits(
  { env }: Pick<ServerDeps, 'env'>,
  tx: Tx,
  template: AccountTemplate,
  { accountId, email, pending = false }: { accountId?: number; email: string; pending?: boolean },
): Promise<boolean> {
  if (accountId !== undefined && !(await countWithinLimit(tx, env.APP_SECRET, 'account', `${template} ${accountId}`)))
    return false
  const about = pending ? `${template} pending` : template
  return countWithinLimit(tx, env.APP_SECRET, 'mailbox', `${about} ${email.toLowerCase()}`)
}
