import { parseNamePart, splitNameParts } from '../people/name-parts.ts'
import { type NameOrder, toPeople, type Person } from '../people/person.ts'
import { leastWeight, weighWord } from '../people/reading-weight.ts'
import { particles } from '../tables/particles.ts'

/** The other names of a person, after A/K/A and NEE, which may lack a first or last name and take it from the main name. */

/** After A/K/A or NEE a single word is another surname or, after A/K/A, perhaps another given name. */
export function parseAlias(mainPeople: Person[], kind: 'alias' | 'nee', text: string): Person[] {
  const [first] = splitNameParts(text)
  if (!first || mainPeople.length === 0) return []
  const { surname, words, quotedNames } = parseNamePart(first.text)
  if (kind === 'nee') {
    const born = surname ?? getBirthSurname(words)
    return mainPeople.flatMap((person) =>
      toPeople(born, person.givenWords, [], { order: 'LAST_FIRST', side: 'record' }),
    )
  }
  if (surname || words.filter((item) => item.length > 1).length > 1) return []
  const [name = ''] = words
  const weight = words.length > 1 ? { given: 1, surname: 0 } : weighWord(name)
  return mainPeople.flatMap((person) => [
    ...toAlias(person.surnameWords, words, quotedNames, weight.given),
    ...toAlias(words, person.givenWords, [], weight.surname),
  ])
}

const toAlias = (surname: string[], given: string[], quotedNames: string[], weight: number): Person[] =>
  weight < leastWeight.shared
    ? []
    : toPeople(surname, given, quotedNames, {
        order: 'LAST_FIRST',
        side: 'record',
        reading: { cause: 'marker', weight },
      })

/**
 * The order of an alias that repeats the main surname or first name, whatever order the feed states: 'SMITH JOHN AKA
 * JACK SMITH', 'JONES, MARY FKA MARY SMITH'. Null if a main name that is read both ways shows both.
 */
export function inferAliasOrder(text: string, mainPeople: Person[]): NameOrder {
  const { words } = parseNamePart(splitNameParts(text)[0]?.text ?? '')
  if (words.length < 2) return null
  const isSurname = (at: number) => mainPeople.some(({ surnameWords }) => surnameWords.at(at) === words.at(at))
  const isFirstName = (at: number) => mainPeople.some(({ givenWords }) => givenWords[0] === words[at])
  const bySurname = toOrder(isSurname(0), isSurname(-1))
  const byFirstName = toOrder(isFirstName(1), isFirstName(0))
  return bySurname === null || byFirstName === null || bySurname === byFirstName ? (bySurname ?? byFirstName) : null
}

const toOrder = (isLastFirst: boolean, isFirstLast: boolean): NameOrder =>
  isLastFirst === isFirstLast ? null : isLastFirst ? 'LAST_FIRST' : 'FIRST_LAST'

/** The first word, with the particles before it: 'NEE VAN HORN'. */
function getBirthSurname(words: string[]): string[] {
  const end = words.findIndex((word) => !particles.has(word))
  return end < 0 ? words : words.slice(0, end + 1)
}
