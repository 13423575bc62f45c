import { text } from '#client/lib/i18n/i18n.ts'
import type { Field } from '#shared/settings/field.ts'
import { formatSettingValue as saidIn } from '#shared/settings/format-setting-value.ts'
import { filledRows } from './form-values.ts'

/** A field's value as text, as on the settings pages. */
export const formatValue = (field: Field, value: unknown): string =>
  saidIn(field, value, { yes: text('settings.yes'), no: text('settings.no'), empty: text('settings.empty') })

/** The new and old value of a changed field. */
export function formatChange(field: Field, old: unknown, now: unknown): string {
  if (field.kind === 'rows' && filledRows(old) + filledRows(now) === 0) return text('settings.emptyRows')
  return `${formatValue(field, now)} (${text('settings.was')} ${formatValue(field, old)})`
}
