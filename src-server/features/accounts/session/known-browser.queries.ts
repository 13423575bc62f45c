import { sql } from 'kysely'
import { createHash, randomBytes } from 'node:crypto'
import type { Db, Tx } from '#shared/node/platform/database/client.ts'

const hashToken = (token: string) => createHash('sha256').update(token).digest()

/** Which of the browser's tokens belongs to this account, if any. */
export async function findKnownToken(db: Db | Tx, userId: number, tokens: string[]): Promise<string | undefined> {
  if (tokens.length === 0) return undefined
  const rows = await db
    .selectFrom('known_browser')
    .where('user_id', '=', userId)
    .where('token_hash', 'in', tokens.map(hashToken))
    .select('token_hash')
    .execute()
  return tokens.find((token) => rows.some((row) => row.token_hash.equals(hashToken(token))))
}

/** Forgets a browser that the user called a shared computer. */
export async function forgetBrowser(tx: Tx, userId: number, token: string): Promise<void> {
  await tx
    .deleteFrom('known_browser')
    .where('user_id', '=', userId)
    .where('token_hash', '=', hashToken(token))
    .execute()
}

/** Remembers that this browser logged in to the account, by a new token if it has none. */
export async function rememberBrowser(tx: Tx, userId: number, token: string | undefined): Promise<string> {
  const kept = token ?? randomBytes(32).toString('base64url')
  await tx
    .insertInto('known_browser')
    .values({ token_hash: hashToken(kept), user_id: userId })
    .onConflict((oc) => oc.column('token_hash').doUpdateSet({ last_used_at: sql<Date>`now()` }))
    .execute()
  return kept
}
