import Fastify from 'fastify'
import { createHash } from 'node:crypto'
import type pg from 'pg'
import { connect } from '#shared/node/platform/database/client.ts'

type Event = {
  documentIdentifier: string
  documentType: string
  legalDescription: string
  recordedAt: string
  parties: unknown
  parcels: unknown
}

/** The rows that ours stores, without the checks, the reading of names and dates, and the content's hash. */
const insert = {
  name: 'insert',
  text: `
    with stored as (
      insert into event (feed_id, document_id, content_hash, document_type, legal_description, recorded_at,
        recorded_has_time, recorded_on, parties, parcels)
      select 1, id, decode(repeat('00', 32), 'hex'), type, legal, day::timestamptz, false, day::date, parties, parcels
      from rows from (json_array_elements_text($1::json), json_array_elements_text($2::json),
        json_array_elements_text($3::json), json_array_elements_text($4::json), json_array_elements($5::json),
        json_array_elements($6::json)) as x(id, type, legal, day, parties, parcels)
      returning id)
    insert into match_queue (event_id) select id from stored`,
}

/**
 * The limit of a single durable POST: parses the body, compares the key's hash, and answers after a commit, which
 * gathers the records that came while the one before was being written.
 * @returns its address
 */
export async function startBareIngest(databaseUrl: string, key: string): Promise<string> {
  const { pool } = connect(databaseUrl, { max: 1 })
  const store = gatherCommits(pool)
  const keyHash = hash(`Bearer ${key}`)
  const app = Fastify({ logger: false })
  app.post<{ Body: { events: Event[] } }>('/bare', async (request, reply) => {
    if (!hash(request.headers.authorization ?? '').equals(keyHash)) return reply.code(401).send()
    const [event] = request.body.events
    if (!event) return reply.code(400).send()
    await store(event)
    return { accepted: 1, duplicates: 0, revised: 0, rejected: [] }
  })
  return app.listen({ host: '127.0.0.1', port: 0 })
}

const hash = (text: string) => createHash('sha256').update(text).digest()

function gatherCommits(pool: pg.Pool): (event: Event) => Promise<void> {
  let waiting: { event: Event; stored: PromiseWithResolvers<void> }[] = []
  let isWriting = false
  const write = async () => {
    isWriting = true
    while (waiting.length > 0) {
      const batch = waiting
      waiting = []
      const column = (name: keyof Event) => JSON.stringify(batch.map(({ event }) => event[name]))
      const values = (
        ['documentIdentifier', 'documentType', 'legalDescription', 'recordedAt', 'parties', 'parcels'] as const
      ).map(column)
      await pool.query({ ...insert, values }).then(
        () => batch.forEach(({ stored }) => stored.resolve()),
        (error: unknown) => batch.forEach(({ stored }) => stored.reject(error)),
      )
    }
    isWriting = false
  }
  return (event) => {
    const stored = Promise.withResolvers<void>()
    waiting.push({ event, stored })
    if (!isWriting) {
      isWriting = true
      // What comes in the same turn goes together.
      setImmediate(() => void write())
    }
    return stored.promise
  }
}
