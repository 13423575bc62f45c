import type { MappingSource } from '#shared/contract/feed-mapping.ts'

/** The columns that may hold a field, as typed: 'REC_DATE | DATE'. */
export const formatColumns = (source: MappingSource | undefined): string => [source ?? []].flat().join(' | ')

/** The columns that may hold a field; undefined if none is typed. */
export function parseColumns(text: string): MappingSource | undefined {
  const names = text
    .split('|')
    .map((name) => name.trim())
    .filter(Boolean)
  return names.length > 1 ? names : names[0]
}

/** The lines of a field with one column per line. */
export const splitLines = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
