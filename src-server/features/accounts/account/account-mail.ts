import type { ServerDeps } from '#server/platform/deps.ts'
import { countWithinLimit } from '#server/platform/throttle/throttle.queries.ts'
import type { NoticeTemplates } from '#shared/node/domain/notices/notice-templates.ts'
import { queueNotice } from '#shared/node/domain/notices/notice.queries.ts'
import type { Tx } from '#shared/node/platform/database/client.ts'
import { usernameForEmail } from './verified-email.queries.ts'

type AccountTemplate = Exclude<
  keyof NoticeTemplates,
  | `${string}-text`
  | `verify-${string}`
  | `${string}-reported`
  | 'recipient-stopped'
  | 'notices-changed'
  | 'account-deleted'
  | 'changes-undone'
  | 'migration-ended'
  | 'database-restored'
>

/**
 * Queues a message about an account, within the caller's transaction. The worker makes its ticket when it sends it.
 * @returns the notice's id
 */
export async function queueAccountEmail<T extends AccountTemplate>(
  tx: Tx,
  { enqueue }: Pick<ServerDeps, 'enqueue'>,
  mail: { template: T; target: string; userId: number | null; data: NoticeTemplates[T] },
): Promise<number> {
  const id = await queueNotice(tx, { kind: 'account', channel: 'EMAIL', ...mail })
  await enqueue(tx, 'wakeDelivery', {})
  return id
}

/**
 * Queues the link that sets a new password, within the caller's transaction, after the caller checked
 * `isWithinMailLimits`.
 */
export async function emailResetLink(
  tx: Tx,
  deps: Pick<ServerDeps, 'enqueue'>,
  account: { id: number; username: string; email: string },
): Promise<void> {
  await queueAccountEmail(tx, deps, {
    template: 'password-reset',
    target: account.email,
    userId: account.id,
    data: { username: await usernameForEmail(tx, account) },
  })
}

/** Emails the owner of an account that its password was changed, if the account has an email. */
export async function emailPasswordChanged(
  tx: Tx,
  deps: Pick<ServerDeps, 'enqueue'>,
  { id, username, email }: { id: number; username: string; email: string },
): Promise<void> {
  if (email)
    await queueAccountEmail(tx, deps, {
      template: 'password-changed',
      target: email,
      userId: id,
      data: { username: await usernameForEmail(tx, { id, username, email }) },
    })
}

/**
 * Counts a message that anyone can ask for and checks the hourly limits of the account and of the mailbox. It counts
 * only what we would really send; otherwise a stranger could use up the owner's limit.
 * @param tx the caller's transaction: if each call took a second connection, concurrent calls could wait for each other
 *   forever
 * @param accountId undefined if the message is not about an existing account
 * @param pending whether the registration is incomplete: anyone may have made an account with this email, so it must
 *   not use up the mailbox's own limit
 */
export async function isWithinMailLimits(
  tx: Tx,
  { env }: Pick<ServerDeps, 'env'>,
  template: AccountTemplate,
  { accountId, email, pending = false }: { accountId?: number; email: string; pending?: boolean },
): Promise<boolean> {
  if (accountId !== undefined && !(await countWithinLimit(tx, env.APP_SECRET, 'account', `${template} ${accountId}`)))
    return false
  const about = pending ? `${template} pending` : template
  return countWithinLimit(tx, env.APP_SECRET, 'mailbox', `${about} ${email.toLowerCase()}`)
}
