import { parseBusiness } from '../business/business.ts'
import { splitNameParts } from '../people/name-parts.ts'
import type { Segment } from '../text/name-markers.ts'
import { normalize } from '../text/normalize.ts'

/** Longer parts are a text, not a name; in one, two words may stand together by chance. */
const maxWords = 8

/** The words of a part of a name: as written, and as those of a business, where WEST is W. */
export type PartWords = { written: string[]; words: string[] }

/** The words of each part of a party's name; who is named only after a care-of mark is no party. */
export const listPartWords = (segments: Segment[]): PartWords[] =>
  segments
    .filter(({ kind }, i) => kind !== 'careOf' || i === 0)
    .flatMap(({ text }) => splitNameParts(text))
    .map(({ text }) => ({ written: normalize(text).split(' '), words: parseBusiness(text)[0]?.words ?? [] }))
    .filter(({ words }) => words.length <= maxWords)
