import { randomAt, weighted } from '#scripts/made-up/random.ts'
import type { Party } from '#shared/contract/party.ts'
import type { CensusNames } from './census.ts'
import { makeOriginPool } from './origins/origin-pool.ts'
import type { PlainName } from './plain-name.ts'
import { pick, seed } from './random.ts'

/** How invented records write a person: surname first with its comma, without it, or as spoken. */
export type Writing = 'comma' | 'lastFirst' | 'firstLast'

/** An invented person; `identity` distinguishes two people with one name. */
export type MadePerson = PlainName & { identity: number; spouse: string }
export type MadeRecord = { parties: Party[]; people: MadePerson[] }

type Random = () => number
const chance = (probability: number, random: Random) => random() < probability

/** A county's people, drawn by the frequency of their names in the census. */
export function makePeople(count: number, surnames: CensusNames, given: CensusNames, random: Random): MadePerson[] {
  const drawSurname = weighted(surnames.shares)
  const drawGiven = weighted(given.shares)
  const draw = () => given.names[drawGiven(random)]!
  return Array.from({ length: count }, (_, identity) => {
    const surname = surnames.names[drawSurname(random)]!
    const isDouble = chance(0.03, random)
    const last = isDouble ? `${surname}-${surnames.names[drawSurname(random)]!}` : surname
    const middles = chance(0.85, random) ? [draw()] : []
    return { identity, first: draw(), middles, last, spouse: draw() }
  })
}

/** Gives people romanized names of some origin: to one person always the same. */
export function renamePeople(): (person: MadePerson) => MadePerson {
  const pool = makeOriginPool()
  return (person) => {
    const random = randomAt(seed, person.identity)
    const [{ first, middle, last }, other] = [pool.draw(random), pool.draw(random)]
    return { ...person, first, last, middles: person.middles.length === 0 ? [] : [middle], spouse: other.first }
  }
}

const short: Record<string, string> = { WILLIAM: 'WM', ROBERT: 'ROBT', CHARLES: 'CHAS', THOMAS: 'THOS', GEORGE: 'GEO' }
const familiar: Record<string, string> = { WILLIAM: 'BILL', ROBERT: 'BOB', JAMES: 'JIM', ELIZABETH: 'BETTY' }

/** One letter missing, doubled or swapped with its neighbor. */
function misspell(word: string, random: Random): string {
  if (word.length < 5) return word
  const at = 1 + Math.floor(random() * (word.length - 2))
  const kind = Math.floor(random() * 3)
  if (kind === 0) return word.slice(0, at) + word.slice(at + 1)
  if (kind === 1) return word.slice(0, at) + word.charAt(at) + word.slice(at)
  return word.slice(0, at) + word.charAt(at + 1) + word.charAt(at) + word.slice(at + 2)
}

function writeGiven({ first, middles }: PlainName, random: Random): string {
  const fault = random()
  let written = first
  if (fault < 0.02) written = misspell(first, random)
  else if (fault < 0.04) written = short[first] ?? familiar[first] ?? first
  else if (fault < 0.07) written = first.charAt(0)
  const [middle] = middles
  if (middle === undefined || chance(0.35, random)) return written
  return `${written} ${chance(0.7, random) ? middle.charAt(0) : middle}`
}

const writeLast = (last: string, random: Random): string => {
  const written = chance(0.3, random) ? last.replace('-', ' ') : last
  return chance(0.02, random) ? misspell(written, random) : written
}

const tails = ['JR', 'SR', 'III', 'TRUSTEE', 'ET AL', 'CO-TRUSTEE', 'TR', 'UNMARRIED', 'SUCCESSOR TRUSTEE', 'PERS REP']

function join(last: string, given: string, writing: Writing): string {
  if (writing === 'comma') return `${last}, ${given}`
  return writing === 'lastFirst' ? `${last} ${given}` : `${given} ${last}`
}

/** The faults of a feed: trailing phrases, joint owners in several shapes, trusts and estates with their people. */
export function writeOwners(owner: MadePerson, other: MadePerson, writing: Writing, random: Random): MadeRecord {
  const kind = random()
  const given = writeGiven(owner, random)
  const last = writeLast(owner.last, random)
  const alone = join(last, given, writing)
  const made = (name: string, ...people: MadePerson[]): MadeRecord => ({ parties: [{ name }], people })
  if (kind < 0.5) return made(alone, owner)
  if (kind < 0.58) return made(`${alone} ${pick(tails, random)}`, owner)
  const spouse: MadePerson = { ...owner, identity: -1, first: owner.spouse, middles: [] }
  if (kind < 0.76) return made(join(last, `${given} & ${owner.spouse}`, writing), owner, spouse)
  if (kind < 0.86) {
    const second = join(writeLast(other.last, random), writeGiven(other, random), writing)
    return made(`${alone} & ${second}`, owner, other)
  }
  if (kind < 0.9) return made(`${alone} TRUST`, owner)
  if (kind < 0.93) return made(`${join(owner.last, given, 'firstLast')} REVOCABLE TRUST`, owner)
  if (kind < 0.96) return made(`ESTATE OF ${join(owner.last, given, 'firstLast')}`, owner)
  if (kind < 0.97) return made(`${owner.last} FAMILY TRUST`)
  if (kind < 0.98) {
    const child: MadePerson = { ...spouse, first: other.first }
    const initial = (owner.middles[0] ?? 'A').charAt(0)
    return made(join(last, `${given} & ${owner.spouse} ${initial}. & ${child.first}`, writing), owner, spouse, child)
  }
  return made(`${alone} TR & ${join(other.last, other.first, 'firstLast')} REVOCABLE TRUST`, owner, other)
}

const trades = [
  'HOMES LLC',
  'PROPERTIES INC',
  'INVESTMENTS LLC',
  'CONSTRUCTION CO',
  'BANK NA',
  'HOLDINGS LP',
  'TITLE CO',
]

/** One recorded document: a grantor and a grantee, a third of them companies. */
export function makeRecord(people: readonly MadePerson[], writing: Writing, random: Random): MadeRecord {
  const made: MadeRecord = { parties: [], people: [] }
  for (const role of ['GRANTOR', 'GRANTEE']) {
    const owner = pick(people, random)
    const side = chance(0.33, random)
      ? { parties: [{ name: `${owner.last} ${pick(trades, random)}` }], people: [] }
      : writeOwners(owner, pick(people, random), writing, random)
    made.parties.push(...side.parties.map((party) => ({ ...party, role })))
    made.people.push(...side.people)
  }
  return made
}
