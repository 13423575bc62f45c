/** The words of a text that matched: half-open ranges of UTF-16 offsets, in order, not overlapping. */
export type Marks = [start: number, end: number][]
