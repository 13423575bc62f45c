import { randomFrom } from '#scripts/made-up/random.ts'
import type { Reading } from '#shared/contract/match.ts'
import type { ParsedParty } from '#shared/matching/party/party.ts'
import { type FeedFormat, parseRecord } from '#shared/matching/public.ts'
import { sample, seed } from './random.ts'
import type { FileDocument } from './read-documents.ts'

/** Each party of a sample with its kind and everyone read in it, for people to judge by sight. */
export function reportReadings(
  documents: FileDocument[],
  feed: FeedFormat,
  count: number,
  log: (line: string) => void,
): void {
  const parties = documents.flatMap((document) => parseRecord(document, feed, null).parties)
  sample(parties, count, randomFrom(seed)).forEach((party, i) => log(`${i + 1}. ${describeReading(party)}`))
}

/** 'MARSH,PETER & HELEN → person: PETER MARSH [comma]; HELEN MARSH [family]'. */
export function describeReading({ raw, kind, people, businesses }: ParsedParty): string {
  return `${raw} → ${kind}: ${people.length > 0 ? describePeople(people) : (businesses[0]?.key ?? '')}`
}

/** Everyone read, each with what made the reading. */
export function describePeople(people: ParsedParty['people']): string {
  const names = people.map(
    ({ givenWords, surnameWords, reading }) =>
      `${givenWords.join(' ')} ${surnameWords.join(' ')} [${describeCause(reading)}]`,
  )
  return [...new Set(names)].join('; ')
}

/** 'either 0.63': its cause, and its weight if other readings have some of it. */
export const describeCause = ({ cause, weight }: Reading): string =>
  weight >= 1 ? cause : `${cause} ${weight.toPrecision(2)}`
