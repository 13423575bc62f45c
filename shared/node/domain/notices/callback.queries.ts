import { sql } from 'kysely'
import type { Db } from '#shared/node/platform/database/client.ts'
import { awaitStandby } from '#shared/node/platform/database/standby.ts'
import type { Callback } from '#shared/node/providers/common/callback.ts'

/**
 * JSON without the characters that PostgreSQL cannot store: U+0000 and unpaired surrogates. A mail server's answer in a
 * report may contain either; the report is valid without them. The pattern reads escapes in pairs, because an escaped
 * backslash before 'u0000' is text.
 */
const toStorableJson = (body: unknown): string =>
  JSON.stringify(body).replaceAll(/\\(?:u[\da-f]{4}|.)/g, (escape) =>
    escape === String.raw`\u0000` ? '' : /^\\ud[89a-f]/.test(escape) ? '\uFFFD' : escape,
  )

/** Stores verified callbacks unchanged, each once; the worker applies them. Returns how many are new. */
export async function insertCallbacks(db: Db, callbacks: Callback[]): Promise<number> {
  if (callbacks.length === 0) return 0
  const inserted = await db
    .insertInto('provider_callback')
    .values(
      callbacks.map(({ source, dedupeKey, body, receivedAt }) => ({
        provider: source,
        dedupe_key: dedupeKey.replaceAll('\0', ''),
        body: toStorableJson(body),
        received_at: receivedAt ?? sql<Date>`now()`,
      })),
    )
    .onConflict((oc) => oc.columns(['provider', 'dedupe_key']).doNothing())
    .returning('id')
    .execute()
  if (inserted.length < callbacks.length) await awaitStandby(db)
  return inserted.length
}
