import type { WireEvent } from '#shared/contract/feed.ts'
import { createPoster } from '../feeds/post.ts'
import { comesTrue } from '../support/until.ts'
import { type FaultKind, noChoice } from './fault.ts'
import { note } from './findings.ts'

const matchedWithinMs = 60_000
const yearMs = 365 * 86_400_000

/** The last second before clocks are set forward, half an hour that was skipped, and the first second after it. */
const night = ['01:59:59', '02:30:00', '03:00:00'].map((time) => `2026-03-08T${time}`)
/** An hour that is skipped counts as the next (shared/domain/feed/recorded-at.ts). */
const moments = ['2026-03-08T07:59:59Z', '2026-03-08T08:30:00Z', '2026-03-08T08:00:00Z']

const documents = [...night, 'ahead'].map((name) => `CLOCK ${name}`)

/** A recorder's clock has an hour that was skipped, and a date in the future. */
export const recordersClock: FaultKind = {
  label: "a recorder's clock that is wrong",
  refuses: 'nobody',
  interruptsCalls: false,
  choosePlace: noChoice,
  targets: ({ database }) => [database],
  inject: async ({ database, balancer, feedKey }) => {
    const times = [...night, new Date(Date.now() + yearMs).toISOString()]
    const events = times.map((recordedAt, place): WireEvent => ({
      documentIdentifier: documents[place] ?? '',
      recordedAt,
      // No alert watches it.
      parcels: ['NOBODY'],
    }))
    const { warnings = [] } = await createPoster(balancer, feedKey).post(JSON.stringify({ events }))
    await database.asOwner(async (client) => {
      const warned = warnings.map(({ index }) => index)
      if (warned.join() !== String(night.length))
        await note(client, 'wrong time', `warned of ${warned.join() || 'none'}`)
      const { rows } = await client.query<{ id: string; document: string; at: Date }>(
        'select id, document_id as document, recorded_at as at from event where document_id = any ($1)',
        [documents],
      )
      for (const [place, moment] of moments.entries()) {
        const taken = rows.find(({ document }) => document === documents[place])?.at
        if (taken?.getTime() !== Date.parse(moment))
          await note(client, 'wrong time', `${night[place]} is ${taken?.toISOString() ?? 'not stored'}`)
      }
      const ids = rows.map(({ id }) => id)
      const isMatched = async () =>
        (await client.query('select from match_queue where event_id = any ($1)', [ids])).rowCount === 0
      if (!(await comesTrue('they are matched', isMatched, matchedWithinMs))) return
      await client.query('delete from event_key where event_id = any ($1)', [ids])
      await client.query('delete from event where id = any ($1)', [ids])
    })
  },
}
