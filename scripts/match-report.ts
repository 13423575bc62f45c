import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { noVariants } from '#shared/contract/alert.ts'
import type { Party } from '#shared/contract/party.ts'
import { parseAlert } from '#shared/matching/parsed-alert.ts'
import { decide } from '#shared/matching/decide.ts'
import { classifyParties, parseRecord, recordKeys } from '#shared/matching/record.ts'
import { type PartyKind, type RecordedDocument, defaultFeedFormat } from '#shared/matching/feed-format.ts'
import { readArguments } from '#shared/node/platform/command-line.ts'

const developmentData = '../shared/data/denver_sales/events.jsonl'
/** A fixed seed, so that two runs show the same samples. */
const seed = 20_240_601

const text = z.string().optional()
const party = z.object({
  role: text,
  name: text,
  firstName: text,
  middleName: text,
  lastName: text,
  suffix: text,
  businessName: text,
})
const line = z.object({
  parties: z.array(party).default([]),
  grantor: z.array(z.string()).default([]),
  grantee: z.array(z.string()).default([]),
  parcels: z.array(z.string()).default([]),
  parcelIds: z.array(z.string()).default([]),
})

const named = (role: string) => (name: string) => ({ role, name })

function toDocument(event: unknown): RecordedDocument {
  const { parties, grantor, grantee, parcels, parcelIds } = line.parse(event)
  // Parsing leaves absent fields out, which the strict type of a party cannot say.
  const all = [...parties, ...grantor.map(named('GRANTOR')), ...grantee.map(named('GRANTEE'))] as Party[]
  return { parties: all, parcels: [...parcels, ...parcelIds] }
}

/** The events of a JSON Lines text, or of one JSON document `{ "events": […] }`. */
function toEvents(content: string): unknown[] {
  if (/^\s*\{\s*"events"/.test(content))
    return z.object({ events: z.array(z.unknown()) }).parse(JSON.parse(content)).events
  const lines = content.split('\n').filter((json) => json.trim() !== '')
  return lines.map((json): unknown => JSON.parse(json))
}

/** Numbers from 0 to 1 in a sequence fixed by the seed (mulberry32). */
function randomFrom(start: number): () => number {
  let state = start
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

function sample(names: string[], size: number, random: () => number): string[] {
  const left = [...new Set(names)]
  const taken: string[] = []
  while (taken.length < size && left.length > 0) taken.push(...left.splice(Math.floor(random() * left.length), 1))
  return taken
}

/** Microseconds a document takes, the best of several rounds. */
function microseconds(documents: RecordedDocument[], work: (document: RecordedDocument) => void): number {
  let best = Infinity
  for (let round = 0; round < 5; round++) {
    const start = performance.now()
    documents.forEach(work)
    best = Math.min(best, performance.now() - start)
  }
  return (best * 1_000) / Math.max(1, documents.length)
}

const { positionals, values } = readArguments(
  `Shows how we read the names in a file: counts, samples of each kind, and the time taken.

  npm run match-report -- [FILE] [--width N] [--samples N]

FILE has events as the feed accepts them (JSON Lines, or { "events": […] }), or documents with lists of grantors and
grantees. The default is ${developmentData} beside this repository, if it exists.
  --width N     the length at which the feed cuts off names
  --samples N   names to show of each kind; the default is 15`,
  { width: { type: 'string' }, samples: { type: 'string', default: '15' } },
)
const file = positionals[0] ?? developmentData
if (!existsSync(file)) {
  console.log(`Cannot find the file ${file}. Name one: npm run match-report -- FILE`)
  process.exit(positionals[0] === undefined ? 0 : 1)
}

/** The file's documents, or the end of the program with a sentence on what a file must be. */
async function readDocuments(path: string): Promise<RecordedDocument[]> {
  const content = await readFile(path, 'utf8')
  try {
    return toEvents(content).map(toDocument)
  } catch (error) {
    if (!(error instanceof SyntaxError) && !(error instanceof z.ZodError)) throw error
    console.error(`${path} is neither JSON Lines (one event per line) nor a document { "events": […] }.`)
    process.exit(1)
  }
}

const documents = await readDocuments(file)
const feed = { ...defaultFeedFormat, nameWidth: values.width === undefined ? null : Number(values.width) }
const records = documents.map((document) => parseRecord(document, feed, null))
const read = records.flatMap(classifyParties)
const random = randomFrom(seed)

console.log(`${file}: ${documents.length} documents, ${read.length} parties\n`)
for (const kind of ['person', 'business', 'trust', 'unreadable'] satisfies PartyKind[]) {
  const names = read.filter((item) => item.kind === kind).map(({ raw }) => raw)
  const share = ((100 * names.length) / Math.max(1, read.length)).toFixed(1)
  console.log(`${kind}: ${names.length} (${share} %)`)
  for (const name of sample(names, Number(values.samples), random)) console.log(`  ${name}`)
  console.log('')
}

const keyCounts = records.map((record) => recordKeys(record).length).toSorted((a, b) => a - b)
const at = (share: number) => keyCounts[Math.floor(share * (keyCounts.length - 1))] ?? 0
console.log(`keys per document: median ${at(0.5)}, 90th percentile ${at(0.9)}, maximum ${at(1)}`)

const alert = parseAlert(
  { alertType: 'NAME', firstName: 'John Rick', lastName: 'Smith', formerLastName: '', variants: noVariants },
  null,
)
const reading = microseconds(documents, (document) => recordKeys(parseRecord(document, feed, null)))
let next = 0
const deciding = microseconds(documents, () =>
  decide(alert, records[next++ % records.length] ?? { parties: [], parcels: [] }),
)
console.log(`time per document: ${reading.toFixed(1)} µs to read and derive keys, ${deciding.toFixed(1)} µs to decide`)
