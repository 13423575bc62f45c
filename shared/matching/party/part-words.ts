import { parseBusiness } from '../business/business.ts'
import { splitNameParts } from '../people/name-parts.ts'
import type { Segment } from '../text/name-markers.ts'

/** Longer parts are a text, not a name; in one, two words may stand together by chance. */
const maxWords = 8

/** The words of each part of a party's name, as those of a business; who is named only after a care-of mark is no party. */
export const listPartWords = (segments: Segment[]): string[][] =>
  segments
    .filter(({ kind }, i) => kind !== 'careOf' || i === 0)
    .flatMap(({ text }) => splitNameParts(text))
    .map(({ text }) => parseBusiness(text)[0]?.words ?? [])
    .filter((words) => words.length <= maxWords)
