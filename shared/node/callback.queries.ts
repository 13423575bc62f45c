import { sql } from 'kysely'
import type { Db } from './db/client.ts'
import { awaitStandby } from './db/standby.ts'

export type Callback = {
  provider: 'sendgrid' | 'twilio-status' | 'twilio-inbound'
  /** The same report again has the same key. */
  dedupeKey: string
  body: unknown
  /** When it came, or should have; now where it is left out. */
  receivedAt?: Date
}

/** Keeps verified reports as they came, each once; the worker applies them. Returns how many are new. */
export async function keepCallbacks(db: Db, callbacks: Callback[]): Promise<number> {
  if (callbacks.length === 0) return 0
  const kept = await db
    .insertInto('provider_callback')
    .values(
      callbacks.map(({ provider, dedupeKey, body, receivedAt }) => ({
        provider,
        dedupe_key: dedupeKey,
        body: JSON.stringify(body),
        received_at: receivedAt ?? sql<Date>`now()`,
      })),
    )
    .onConflict((oc) => oc.columns(['provider', 'dedupe_key']).doNothing())
    .returning('id')
    .execute()
  if (kept.length < callbacks.length) await awaitStandby(db)
  return kept.length
}
