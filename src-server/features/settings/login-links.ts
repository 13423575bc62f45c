import type { Paragraph } from '#shared/settings/field.ts'

const rowsAlways = 12

/** The links of the login page: always twelve rows, empty ones included. */
export const padLoginLinks = (paragraphs: Paragraph[]): Paragraph[] =>
  Array.from({ length: rowsAlways }, (_, row) => paragraphs[row] ?? { heading: '', paragraphContent: '' })
