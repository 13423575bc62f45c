import type { ServerDeps } from '#server/platform/deps.ts'
import type { FormerContact } from '#shared/contract/former-contact.ts'
import { formatTarget } from '#shared/domain/recipient/format-target.ts'
import { listFormerContacts } from './account-contact.queries.ts'

/** The former emails and phones of an account that alerts still use; phones only where the county sends texts. */
export async function readFormerContacts(
  { db, env }: Pick<ServerDeps, 'db' | 'env'>,
  { id }: { id: number },
): Promise<FormerContact[]> {
  const rows = await listFormerContacts(db, id)
  return rows
    .filter(({ channel }) => channel === 'EMAIL' || env.SMS_TRANSPORT !== 'none')
    .map(({ target, ...row }) => ({ ...row, value: formatTarget(row.channel, target) }))
}
