import type { Channel } from '#shared/contract/alert.ts'
import { dayToWire } from '#shared/domain/dates.ts'
import { columnLabels } from '#shared/domain/feed/feed-columns.ts'
import { showPhone } from '#shared/domain/phone.ts'
import type { Field } from '#shared/settings/field.ts'
import { settingsGroups } from '#shared/settings/groups.ts'
import { labelOf, saidValue } from '#shared/settings/formatted-value.ts'
import { hiddenNames, type RowKind, type AuditLabel } from './audit-labels.ts'

/** What the numbers of rows stand for; a number that is not there is of a row that is gone, or is not for this reader. */
export type RowNames = Record<RowKind, ReadonlyMap<number, string>>

export const nothing = 'nothing'

/** Characters of one value that a report shows. */
const maxValueLength = 200

export const truncate = (text: string, length: number) =>
  text.length > length ? `${text.slice(0, length - 1)}…` : text
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** 'pausedUntil' → 'Paused until': for what has no word of its own. */
export function humanizeKey(key: string): string {
  const text = key.replaceAll(/[_\s]+|(?<=[a-z\d])(?=[A-Z])/g, ' ').toLowerCase()
  return text.charAt(0).toUpperCase() + text.slice(1)
}

const textsIn = (value: unknown): string[] =>
  typeof value === 'string' ? [value] : typeof value === 'object' && value ? Object.values(value).flatMap(textsIn) : []

const partLabel = (part: string): string =>
  part in columnLabels ? columnLabels[part as keyof typeof columnLabels] : humanizeKey(part)

/** Which columns of a feed's files hold what. */
const formatColumns = (value: unknown) =>
  Object.entries(isRecord(value) ? value : {})
    .map(([part, columns]) => [partLabel(part), textsIn(columns).join(', ')])
    .flatMap(([part, columns]) => (columns ? [`${part} from ${columns}`] : []))
    .join(', ')

function formatText({ format, unit }: AuditLabel, text: string): string {
  if (format === 'day') return dayToWire(text)
  if (format === 'target') return text.startsWith('+') ? showPhone(text) : text
  if (typeof format === 'object') return (Object.hasOwn(format, text) && format[text]) || humanizeKey(text)
  return unit ? `${text} ${unit}` : text
}

function formatPart(word: AuditLabel, value: unknown, names: RowNames, channel: Channel): string {
  const { format, of } = word
  if (value === undefined || value === null || value === '') return ''
  if (of && typeof value === 'number') {
    const what = of === 'recipient' ? (channel === 'PHONE' ? 'phone' : 'email') : of
    return names[what].get(value) ?? hiddenNames[what]
  }
  if (format === 'columns') return formatColumns(value)
  if (typeof value === 'boolean') return format === 'onOff' ? (value ? 'On' : 'Off') : value ? 'Yes' : 'No'
  return typeof value === 'object' ? textsIn(value).join(', ') : formatText(word, String(value))
}

/** A value of a field in words; '' for none. */
export function formatValue(word: AuditLabel, value: unknown, names: RowNames, channel: Channel): string {
  const parts = Array.isArray(value) ? value : [value]
  return truncate(parts.map((part) => formatPart(word, part, names, channel)).join(', '), maxValueLength)
}

/** The field of a settings page that an audit row names, with its label and how it says a value. */
export function settingField(group: string, key: string): { label: string; say: (value: unknown) => string } {
  const fields: Record<string, Field> =
    group in settingsGroups ? settingsGroups[group as keyof typeof settingsGroups].fields : {}
  const field = fields[key]
  if (!field)
    return { label: humanizeKey(key), say: (value) => truncate(textsIn(value).join(', ') || nothing, maxValueLength) }
  return {
    label: labelOf(field),
    say: (value) => truncate(saidValue(field, value, { yes: 'Yes', no: 'No', empty: nothing }), maxValueLength),
  }
}
