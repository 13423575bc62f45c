import type { Caller } from '#server/platform/actor.ts'
import type { ServerDeps } from '#server/platform/deps.ts'
import { AppError } from '#shared/contract/errors.ts'
import { dayToWire } from '#shared/domain/dates.ts'
import { readLink } from '#shared/node/domain/notices/links.ts'
import { writeAudit } from '#shared/node/platform/audit/audit.queries.ts'
import type { Db, Tx } from '#shared/node/platform/database/client.ts'
import { inTransaction } from '#shared/node/platform/database/transaction.ts'
import { findLetter, recordKept, type Letter } from './keep-alerts.queries.ts'

type Deps = Pick<ServerDeps, 'db' | 'env'>

const texts = {
  unknown: 'This link is incomplete or has expired. Please open it again from the message.',
  gone: 'We deleted this account because no one used it. You are welcome to register again.',
}

/** What the page of a letter shows: no more than the letter said. */
export type KeepView = { username: string; /** MM/DD/YYYY; '' if no purge is ahead. */ day: string; kept: boolean }

async function findLetterByLink(db: Db | Tx, { env }: Deps, token: string): Promise<Letter & { userId: number }> {
  const id = readLink(env.APP_SECRET, 'keep', token)
  const letter = id === null ? undefined : await findLetter(db, id)
  if (!letter) throw new AppError('refused', texts.unknown)
  const { userId } = letter
  if (userId === null) throw new AppError('refused', texts.gone)
  return { ...letter, userId }
}

const toKeepView = ({ username, day, kept }: Letter): KeepView => ({ username, day: kept ? '' : dayToWire(day), kept })

/**
 * Shows a letter before the purge. It changes nothing, so that programs that scan links keep no account.
 * @throws AppError `refused` for a link that is cut short or changed, and for a deleted account
 */
export async function showLetter(deps: Deps, token: string): Promise<KeepView> {
  return toKeepView(await findLetterByLink(deps.db, deps, token))
}

/**
 * 'Keep my alerts': marks the account as used today. A second press changes nothing.
 * @throws AppError `refused` as above
 */
export async function keepAlerts(deps: Deps, { address }: Pick<Caller, 'address'>, token: string): Promise<KeepView> {
  return inTransaction(deps.db, async (tx) => {
    const letter = await findLetterByLink(tx, deps, token)
    if (!letter.kept) {
      await recordKept(tx, letter.userId)
      await writeAudit(tx, {
        type: 'ACCOUNT',
        subject: { id: letter.userId, username: letter.username },
        description: 'Kept the account, by the link in a message before the purge.',
        address,
      })
    }
    return toKeepView({ ...letter, kept: true })
  })
}
