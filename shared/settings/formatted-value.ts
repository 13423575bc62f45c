import { type Language, languages } from '../contract/languages.ts'
import type { Field, Paragraph } from './field.ts'

/** What is said of a switch, and of nothing. */
export type SaidWords = { yes: string; no: string; empty: string }

const languageName = (code: string) => (code in languages ? languages[code as Language].name : code)
const saidRow = ({ heading, paragraphContent }: Paragraph) => [heading, paragraphContent].filter(Boolean).join(': ')

/** A value of a settings field in words: for the changes of its page, and for the audit report. */
export function saidValue(field: Field, value: unknown, { yes, no, empty }: SaidWords): string {
  if (typeof value === 'boolean') {
    if (field.words) return value ? field.words.on : field.words.off
    return value ? yes : no
  }
  if (Array.isArray(value)) {
    const parts = field.kind === 'codes' ? (value as string[]).map(languageName) : (value as Paragraph[]).map(saidRow)
    return parts.filter(Boolean).join('; ') || empty
  }
  if (value === '' || value === undefined || value === null) return empty
  return field.unit ? `${String(value)} ${unitOf(field.unit, value)}` : String(value)
}

/** Units are written in the plural, which ends in s in each: '30 minutes', '1 minute'. */
const unitOf = (unit: string, value: unknown): string => (Number(value) === 1 ? unit.replace(/s$/, '') : unit)

/** A field's label where it begins a line. */
export const labelOf = ({ label }: Pick<Field, 'label'>): string => label.charAt(0).toUpperCase() + label.slice(1)
