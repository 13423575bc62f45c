import { randomFrom } from '#scripts/made-up/random.ts'
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

/** 'MARSH,PETER & HELEN → person: PETER MARSH; HELEN MARSH'. */
export function describeReading({ raw, kind, people, businesses }: ParsedParty): string {
  const names = people.map(({ givenWords, surnameWords }) => `${givenWords.join(' ')} ${surnameWords.join(' ')}`)
  const read = names.length > 0 ? [...new Set(names)].join('; ') : (businesses[0]?.key ?? '')
  return `${raw} → ${kind}: ${read}`
}
