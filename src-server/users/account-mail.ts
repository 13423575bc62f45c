import type { NoticeTemplates } from '#shared/node/notice-templates.ts'
import type { Tx } from '#shared/node/db/client.ts'
import { queueNotice } from '#shared/node/notice.queries.ts'
import type { ServerDeps } from '../deps.ts'
import { withinLimit } from '../session/throttle.queries.ts'

type AccountTemplate = Exclude<
  keyof NoticeTemplates,
  `${string}-text` | `verify-${string}` | 'recipient-stopped' | 'migration-ended' | 'database-restored'
>

/** Queues a message about an account, within the caller's transaction. The worker makes its ticket at the send. */
export async function queueAccountMail<T extends AccountTemplate>(
  { enqueue }: Pick<ServerDeps, 'enqueue'>,
  tx: Tx,
  mail: { template: T; target: string; userId: number | null; data: NoticeTemplates[T] },
): Promise<void> {
  await queueNotice(tx, { kind: 'account', channel: 'EMAIL', ...mail })
  await enqueue(tx, 'wakeDelivery', {})
}

/** Tells the owner of an account, where it has an email, that its password was changed. */
export async function tellPasswordChanged(
  deps: Pick<ServerDeps, 'enqueue'>,
  tx: Tx,
  { id, username, email }: { id: number; username: string; email: string },
): Promise<void> {
  if (email)
    await queueAccountMail(deps, tx, { template: 'password-changed', target: email, userId: id, data: { username } })
}

/** Whether a mailbox may get one more message that anybody could have asked for. */
export const mailboxTakes = (
  { db, env }: Pick<ServerDeps, 'db' | 'env'>,
  template: AccountTemplate,
  email: string,
): Promise<boolean> => withinLimit(db, env.APP_SECRET, 'mailbox', `${template} ${email.toLowerCase()}`)
