import { maxExceptionLength } from '#shared/contract/alert-exception.ts'
import type { Match } from '#shared/contract/match.ts'
import { cutAtMarks, toMarkedLine } from '#shared/domain/notice/marked-text.ts'

/** The words by which a possible match was found, in the record's order and writing: what 'not about me' leaves out. */
export function writeSpelling(match: Pick<Match, 'recordRaw' | 'marks'>): string {
  const { recordRaw, marks } = toMarkedLine(match)
  const marked = cutAtMarks(recordRaw, marks).filter(({ isMarked }) => isMarked)
  const written = marked.length > 0 ? marked.map(({ text }) => text).join(' ') : recordRaw
  return written.slice(0, maxExceptionLength)
}
