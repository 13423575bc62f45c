import { type Consider, toMetTruncated } from '../explain/matched-words.ts'
import { baseReason } from '../explain/reason.ts'
import type { ParsedParty } from '../party/party.ts'
import type { Person } from '../people/person.ts'
import { describeTruncated } from '../people/truncated-name.ts'
import type { ParsedAlert } from './parsed-alert.ts'

/** A name that the feed's width may have cut: what is left of it must be the beginning of the alert's. */
export function considerTruncated(
  { people, matchTexts }: Pick<ParsedAlert, 'people' | 'matchTexts'>,
  party: ParsedParty,
  consider: Consider,
): void {
  for (const truncated of party.truncatedPeople) {
    for (const fromAlert of people) {
      const kind = describeTruncated(fromAlert, truncated)
      if (kind === null) continue
      const isWhole = kind === 'cutName'
      consider({ ...baseReason, kind, weakness: 3 }, () => toMetTruncated(fromAlert, truncated.person, isWhole))
    }
  }
  if (party.people.length > 0) return
  for (const prefix of party.wholePrefixes) {
    if (!matchTexts.some((text) => text.startsWith(prefix))) continue
    const kind = hasWholeName(people, (name) => name.startsWith(prefix)) ? 'cutName' : 'cutPart'
    consider({ ...baseReason, kind, weakness: 3 }, () => ({ kind: 'ending', text: prefix }))
  }
}

/** Whether the whole name passes, without spaces and in one of its two orders. */
export const hasWholeName = (people: Person[], isRight: (name: string) => boolean): boolean =>
  people.some(({ surname, givenWords }) => {
    const given = givenWords.join('')
    return isRight(surname.key + given) || isRight(given + surname.key)
  })
