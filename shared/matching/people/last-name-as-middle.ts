import { type GivenNames, isInitial } from './given-names.ts'
import type { Person } from './person.ts'
import { parseSurname } from './surname.ts'

/**
 * Former names, a match option of a person's alert: the alert's last name as the record's last middle name, as someone
 * who married writes it: JONES, MARY SMITH for Mary Smith. Both first names are written out.
 */
type LastNameAsMiddle = { surname: string; given: GivenNames }

/**
 * The names that a record's person may have had before: the last middle name as the surname, and the others without it.
 */
export function listLastNamesAsMiddle({ givenNames }: Person): LastNameAsMiddle[] {
  if (givenNames.every(({ middles }) => middles.length === 0)) return []
  return givenNames.flatMap((given) => {
    const last = given.middles.at(-1)
    if (last === undefined || isInitial(given.first) || isInitial(last)) return []
    const surname = parseSurname([last])
    return surname ? [{ surname: surname.key, given: { ...given, middles: given.middles.slice(0, -1) } }] : []
  })
}
