import type { Field } from '#shared/settings/field.ts'
import { saidValue as saidIn } from '#shared/settings/said-value.ts'
import { text } from '#client/lib/i18n/i18n.ts'

/** A value of a field in the words of the settings pages. */
export const saidValue = (field: Field, value: unknown): string =>
  saidIn(field, value, { yes: text('settings.yes'), no: text('settings.no'), empty: text('settings.empty') })
