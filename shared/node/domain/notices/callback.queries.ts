import { sql } from 'kysely'
import type { Db } from '#shared/node/platform/database/client.ts'
import { awaitStandby } from '#shared/node/platform/database/standby.ts'

export type Callback = {
  provider: 'sendgrid' | 'twilio-status' | 'twilio-inbound'
  /** The same report again has the same key. */
  dedupeKey: string
  body: unknown
  /** When it came, or should have; now where it is left out. */
  receivedAt?: Date
}

/**
 * As JSON, without what PostgreSQL keeps in none: U+0000, and half of a pair that makes one character. A mail server's
 * words in a report may hold either; the report counts without it. Escapes are read in pairs: an escaped backslash
 * before 'u0000' is text.
 */
const keptJson = (body: unknown): string =>
  JSON.stringify(body).replaceAll(/\\(?:u[\da-f]{4}|.)/g, (escape) =>
    escape === String.raw`\u0000` ? '' : /^\\ud[89a-f]/.test(escape) ? '\uFFFD' : escape,
  )

/** Keeps verified reports as they came, each once; the worker applies them. Returns how many are new. */
export async function keepCallbacks(db: Db, callbacks: Callback[]): Promise<number> {
  if (callbacks.length === 0) return 0
  const kept = await db
    .insertInto('provider_callback')
    .values(
      callbacks.map(({ provider, dedupeKey, body, receivedAt }) => ({
        provider,
        dedupe_key: dedupeKey.replaceAll('\0', ''),
        body: keptJson(body),
        received_at: receivedAt ?? sql<Date>`now()`,
      })),
    )
    .onConflict((oc) => oc.columns(['provider', 'dedupe_key']).doNothing())
    .returning('id')
    .execute()
  if (kept.length < callbacks.length) await awaitStandby(db)
  return kept.length
}
