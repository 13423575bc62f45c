import type { Field } from '#shared/settings/field.ts'
import { formatSettingValue as saidIn } from '#shared/settings/formatted-value.ts'
import { text } from '#client/lib/i18n/i18n.ts'
import { filledRows } from './form-values.ts'

/** A value of a field in the words of the settings pages. */
export const saidValue = (field: Field, value: unknown): string =>
  saidIn(field, value, { yes: text('settings.yes'), no: text('settings.no'), empty: text('settings.empty') })

/** What a change made of a field, and what it was before. */
export function saidChange(field: Field, old: unknown, now: unknown): string {
  if (field.kind === 'rows' && filledRows(old) + filledRows(now) === 0) return text('settings.emptyRows')
  return `${saidValue(field, now)} (${text('settings.was')} ${saidValue(field, old)})`
}
