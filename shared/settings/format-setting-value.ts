import { type Language, languages } from '../contract/languages.ts'
import type { Field, Paragraph } from './field.ts'

/** Labels for a flag and for an empty value. */
type ValueLabels = { yes: string; no: string; empty: string }

const formatLanguage = (code: string) => (code in languages ? languages[code as Language].name : code)
const formatRow = ({ heading, paragraphContent }: Paragraph) => [heading, paragraphContent].filter(Boolean).join(': ')

/** Formats the value of a settings field for the changes of its page and for the audit report. */
export function formatSettingValue(field: Field, value: unknown, { yes, no, empty }: ValueLabels): string {
  if (typeof value === 'boolean') {
    if (field.labels) return value ? field.labels.on : field.labels.off
    return value ? yes : no
  }
  if (Array.isArray(value)) {
    const parts = formatParts(field, value)
    return parts.filter(Boolean).join('; ') || empty
  }
  if (value === '' || value === undefined || value === null) return empty
  return field.unit ? `${String(value)} ${formatUnit(field.unit, value)}` : String(value)
}

function formatParts({ kind }: Field, value: unknown[]): string[] {
  if (kind === 'codes') return (value as string[]).map(formatLanguage)
  // An id and not a name: the reader of the change may not be allowed to see that account.
  if (kind === 'staff') return value.map((id) => `user ${String(id)}`)
  return (value as Paragraph[]).map(formatRow)
}

/** All units are plurals that end in s: '30 minutes', '1 minute'. */
const formatUnit = (unit: string, value: unknown): string => (Number(value) === 1 ? unit.replace(/s$/, '') : unit)

/** A field's label at the start of a line. */
export const toLineLabel = ({ label }: Pick<Field, 'label'>): string => label.charAt(0).toUpperCase() + label.slice(1)
