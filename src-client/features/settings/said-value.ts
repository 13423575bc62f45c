import { type Language, languages } from '#shared/contract/languages.ts'
import type { Field, Paragraph } from '#shared/settings/field.ts'
import { text } from '#client/lib/i18n/i18n.ts'

const languageName = (code: string) => (code in languages ? languages[code as Language].name : code)

/** A value of a field in words, for the changes of a page. */
export function saidValue(field: Field, value: unknown): string {
  if (typeof value === 'boolean') {
    if (field.words) return value ? field.words.on : field.words.off
    return text(value ? 'settings.yes' : 'settings.no')
  }
  if (Array.isArray(value)) {
    const parts = field.kind === 'codes' ? (value as string[]).map(languageName) : (value as Paragraph[]).map(saidRow)
    return parts.filter(Boolean).join('; ') || text('settings.empty')
  }
  if (value === '' || value === undefined || value === null) return text('settings.empty')
  return field.unit ? `${String(value)} ${field.unit}` : String(value)
}

const saidRow = ({ heading, paragraphContent }: Paragraph) => [heading, paragraphContent].filter(Boolean).join(': ')
