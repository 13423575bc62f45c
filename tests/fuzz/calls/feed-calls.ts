import * as fc from 'fast-check'
import { sql } from 'kysely'
import { randomBytes } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import type { Random } from '#scripts/made-up/random.ts'
import { csvColumns, eventSchema, feedPath } from '#shared/contract/feed.ts'
import { today } from '#shared/domain/dates.ts'
import { hashTicket } from '#shared/node/domain/recipients/tickets.ts'
import { valuesOf } from '../inputs/from-schema.ts'
import { toJsonSchema } from '../inputs/input-schema.ts'
import { draw, drawNonsense } from '../inputs/make-input.ts'
import { spoil, toJson } from '../inputs/nonsense.ts'
import type { Call, Kind } from './call.ts'
import type { Records } from './people.ts'

const madeUp = valuesOf(toJsonSchema(eventSchema))

/** Gives a new feed a key. A call may have closed or revoked the one before. */
export async function makeFeedKey({ server }: Records): Promise<string> {
  const key = randomBytes(24).toString('base64url')
  await sql`
    with feed as (insert into feed (name) values (${`Fuzz ${key}`}) returning id)
    insert into feed_key (feed_id, key_hash, hint) select id, ${hashTicket(key)}, 'fuzz' from feed`.execute(
    server.deps.db,
  )
  return key
}

type Event = Record<string, unknown>

const surnames = ['QUILLMERE', 'BRANDVOLD', "O'MALLEY", 'Łukasz', '王', 'DE LA CRUZ']
/** The one document that meets what people watch. If every record did, a worker would be busy for hours. */
const watched = { place: 7, party: 'TESTER WILMA', parcel: '17-03-200-011' }
const parcels = [
  [],
  ['17-09-900-045'],
  [{ id: '17-09-900-046', situsAddress: '12 ELM ST' }],
  [watched.parcel.slice(0, 9)],
]
const day = today('America/Chicago')

/** A record that is taken: few ids, so that some come again, and with other content. */
function validEvent(random: Random): Event {
  const place = random.below(400)
  const isWatched = place === watched.place
  const party = () => ({ role: 'grantor', name: isWatched ? watched.party : `${random.pick(surnames)} AMOS` })
  return {
    documentIdentifier: `F-${place}`,
    documentType: random.pick(['WD', 'QC', 'DT', null]),
    recordedAt: random.pick([day, `${day}T10:15:00Z`, '2025-12-31T23:59:59-06:00']),
    parties: Array.from({ length: 1 + random.below(3) }, party),
    parcels: isWatched ? [watched.parcel] : random.pick(parcels),
    ...(random.chance(0.2) ? { restricted: random.chance(0.5) } : {}),
    ...(random.chance(0.2) ? { extra: draw(fc.jsonValue({ maxDepth: 3 }), random) } : {}),
  }
}

function makeEvent(kind: Kind, random: Random): unknown {
  if (kind === 'valid') return validEvent(random)
  if (kind === 'nonsense') return drawNonsense(random)
  const made = { ...validEvent(random), ...(random.chance(0.6) ? (draw(madeUp, random) as Event) : {}) }
  const event = { ...made, ...(random.chance(0.6) ? validHead(random) : {}) }
  return kind === 'schema' ? event : spoil(event, random, () => drawNonsense(random))
}
const validHead = (random: Random) => ({ documentIdentifier: `F-${random.below(400)}`, recordedAt: day })

/** A cell of a file: quoted where it must be, and at times where it must not. */
const toCell = (value: unknown, random: Random): string => {
  const text = typeof value === 'string' ? value : toJson(value)
  return /[",\r\n]/.test(text) || random.chance(0.1)
    ? `"${text.replaceAll('"', random.chance(0.97) ? '""' : '"')}"`
    : text
}

function toCsv(kind: Kind, count: number, random: Random): string {
  const columns = kind === 'valid' ? csvColumns.slice(0, 8) : csvColumns.filter(() => random.chance(0.9))
  const header = kind === 'nonsense' ? [...columns, 'no such column', ''] : columns
  const cell = (column: string) => {
    if (column === 'documentIdentifier') return `C-${random.below(400)}`
    if (column === 'recordedAt') return day
    if (column === 'name') return 'QUILLMERE AMOS'
    return kind === 'valid' ? '' : random.chance(0.3) ? drawNonsense(random) : 'x'
  }
  const rows = Array.from({ length: count }, () => header.map((column) => toCell(cell(column), random)))
  if (kind === 'spoiled') rows[0]?.splice(0, 1)
  return [header.join(), ...rows.map((row) => row.join())].join(random.pick(['\n', '\r\n', '\r']))
}

/** The body of a call in one of its forms. */
function makeBody(kind: Kind, random: Random): { type: string; text: string } {
  const count = random.chance(0.05) ? 200 : 1 + random.below(5)
  const form = random.pick(['json', 'json', 'lines', 'csv'] as const)
  if (form === 'csv') return { type: 'text/csv', text: `${toCsv(kind, count, random)}${random.pick(['', '\n'])}` }
  const events = Array.from({ length: count }, () =>
    makeEvent(kind === 'spoiled' && random.chance(0.5) ? 'valid' : kind, random),
  )
  if (form === 'lines') return { type: 'application/x-ndjson', text: events.map(toJson).join('\n') }
  const body: unknown =
    kind === 'spoiled' && random.chance(0.2) ? spoil({ events }, random, () => drawNonsense(random)) : { events }
  return { type: 'application/json', text: toJson(body) }
}

const characterSets = ['utf-8', 'UTF8', '"windows-1252"', 'utf-16le', 'latin1', 'no-such', '']
const codings = ['gzip', 'x-gzip', 'GZIP', 'identity', 'br', 'deflate', 'gzip, gzip', '']

/** A post of a feed: JSON, lines or CSV, plain or packed, with what the key's holder could send by mistake. */
export function makeFeedCall(key: string | null, kind: Kind, random: Random): Call {
  const { type, text } = makeBody(kind, random)
  const isStrange = kind !== 'valid' && random.chance(0.25)
  const contentType = isStrange ? `${type}; charset=${random.pick(characterSets)}` : type
  const coding = isStrange ? random.pick(codings) : random.chance(0.25) ? 'gzip' : undefined
  const bytes = Buffer.from(text)
  const packed = coding !== undefined && /gzip/i.test(coding) && random.chance(0.95) ? gzipSync(bytes) : bytes
  return {
    caller: key === null ? 'anonymous' : 'feed',
    door: `POST ${feedPath}`,
    kind,
    request: {
      method: 'POST',
      path: feedPath,
      headers: {
        'content-type':
          isStrange && random.chance(0.2) ? random.pick(['text/plain', 'application/xml', 'x']) : contentType,
        ...(coding === undefined ? {} : { 'content-encoding': coding }),
        ...(key === null ? {} : { authorization: `Bearer ${key}` }),
      },
      body: kind !== 'valid' && random.chance(0.05) ? packed.subarray(0, packed.length / 2) : packed,
    },
    mayShow: [],
  }
}
