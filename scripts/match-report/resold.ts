import { type Random, randomAt, randomFrom } from '#scripts/made-up/random.ts'
import { type MatchGrade, matchGrades } from '#shared/contract/match.ts'
import { decide, defaultFeedFormat, parseRecord } from '#shared/matching/public.ts'
import { listGivenNames, listSurnames } from './census.ts'
import { isWideOnForm, parseEntered, startMatchOptions } from './entered.ts'
import { type MadePerson, type MadeRecord, makePeople, renamePeople, writeOwners, type Writing } from './made-county.ts'
import { seed } from './random.ts'
import { formatTable } from './table.ts'

/** How many owners' parcels are sold again in each pool. */
const owners = 7_100
/** The share of owners who sell under another last name than they bought under, and keep the old one as a middle name. */
const renamedShare = 0.01

type Pool = 'census list' | 'romanized names'
type Found = Record<MatchGrade, number> & { defaults: number; owners: number }

const writings = {
  comma: 'stated order',
  lastFirst: 'unstated, last name first',
  firstLast: 'unstated, first name first',
} satisfies Record<Writing, string>

/**
 * Owners of a made county whose parcel is sold again: whether an alert made on a screen, with the name as they bought,
 * finds the sale, in which the name is spoiled at the rates of the made county's records.
 */
export function measureResold(pool: Pool, writing: Writing, count: number): Found {
  const found: Found = { CERTAIN: 0, LIKELY: 0, POSSIBLE: 0, defaults: 0, owners: count }
  const people = listOwners(pool, count)
  for (const [i, owner] of people.entries()) {
    const random = randomAt(seed, i)
    const sold = writeSale(owner, people[(i + 1) % count]!, writing, random)
    const nameOrder = writing === 'comma' ? ('LAST_FIRST' as const) : null
    const record = parseRecord({ parties: sold.parties, parcels: [] }, { ...defaultFeedFormat, nameOrder }, null)
    const entered = random.chance(0.5) ? owner : { ...owner, middles: [] }
    const start = isWideOnForm(entered, null) ? 'wide' : 'narrow'
    const grade = decide(parseEntered(entered, startMatchOptions[start]), record)?.grade
    if (grade) found[grade]++
    if (decide(parseEntered(entered, startMatchOptions.defaults), record)) found.defaults++
  }
  return found
}

function listOwners(pool: Pool, count: number): MadePerson[] {
  const people = makePeople(count, listSurnames(), listGivenNames(), randomFrom(seed))
  return pool === 'census list' ? people : people.map(renamePeople())
}

/** A family's trust names no one, and an old name that is left out says nothing: these sales no rule can find. */
function writeSale(owner: MadePerson, other: MadePerson, writing: Writing, random: Random): MadeRecord {
  const isRenamed = random.chance(renamedShare)
  const seller = isRenamed ? { ...owner, last: other.last, middles: [owner.last] } : owner
  for (;;) {
    const sold = writeOwners(seller, other, writing, random.next)
    if (sold.people.length > 0 && (!isRenamed || hasWords(sold, owner.last))) return sold
  }
}

const hasWords = ({ parties }: MadeRecord, words: string) => parties.some(({ name = '' }) => name?.includes(words))

export function reportResold(log: (line: string) => void): void {
  log(`\nA made county: ${owners} owners whose parcel is sold again, found by an alert made on a screen, in %`)
  const rows = (['census list', 'romanized names'] as const).flatMap((pool) =>
    (['comma', 'lastFirst', 'firstLast'] as const).map((writing) => {
      const found = measureResold(pool, writing, owners)
      const [certain = 0, likely = 0, possible = 0] = matchGrades.map((grade) => found[grade])
      const counts = [found.defaults, certain, certain + likely, certain + likely + possible]
      return [pool, writings[writing], ...counts.map((some) => ((100 * some) / found.owners).toFixed(2))]
    }),
  )
  log(formatTable(['names', 'order', 'defaults', 'certain', 'at once', 'whole'], rows))
}
