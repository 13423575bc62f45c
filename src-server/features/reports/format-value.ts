import type { Channel } from '#shared/contract/alert.ts'
import { feedColumnLabels } from '#shared/contract/labels/feed.ts'
import { dayToWire } from '#shared/domain/dates.ts'
import { formatPhone } from '#shared/domain/phone.ts'
import type { Field } from '#shared/settings/field.ts'
import { toLineLabel, formatSettingValue } from '#shared/settings/format-setting-value.ts'
import { settingsGroups } from '#shared/settings/groups.ts'
import { hiddenNames, type RowKind, type AuditLabel } from './audit-labels.ts'

/** Names by row id; a missing id belongs to a deleted row, or one hidden from this reader. */
export type RowNames = Record<RowKind, ReadonlyMap<number, string>>

export const nothing = 'nothing'

/** A report shows this many characters of a value. */
const maxValueLength = 200

export const truncate = (text: string, length: number) =>
  text.length > length ? `${text.slice(0, length - 1)}…` : text
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** 'pausedUntil' → 'Paused until', for a field without a label. */
export function humanizeKey(key: string): string {
  const text = key.replaceAll(/[_\s]+|(?<=[a-z\d])(?=[A-Z])/g, ' ').toLowerCase()
  return text.charAt(0).toUpperCase() + text.slice(1)
}

const textsIn = (value: unknown): string[] =>
  typeof value === 'string' ? [value] : typeof value === 'object' && value ? Object.values(value).flatMap(textsIn) : []

const partLabel = (part: string): string =>
  part in feedColumnLabels ? feedColumnLabels[part as keyof typeof feedColumnLabels] : humanizeKey(part)

/** A feed's column mapping in words. */
const formatColumns = (value: unknown) =>
  Object.entries(isRecord(value) ? value : {})
    .map(([part, columns]) => [partLabel(part), textsIn(columns).join(', ')])
    .flatMap(([part, columns]) => (columns ? [`${part} from ${columns}`] : []))
    .join(', ')

function formatText({ format, unit }: AuditLabel, text: string): string {
  if (format === 'day') return dayToWire(text)
  if (format === 'target') return text.startsWith('+') ? formatPhone(text) : text
  if (typeof format === 'object') return (Object.hasOwn(format, text) && format[text]) || humanizeKey(text)
  return unit ? `${text} ${unit}` : text
}

export const recipientKinds = { EMAIL: 'email', PHONE: 'phone' } as const satisfies Record<Channel, RowKind>

function formatPart(word: AuditLabel, value: unknown, names: RowNames, channel: Channel): string {
  const { format, of } = word
  if (value === undefined || value === null || value === '') return ''
  if (of && typeof value === 'number') {
    const what = of === 'recipient' ? recipientKinds[channel] : of
    return names[what].get(value) ?? hiddenNames[what]
  }
  if (format === 'columns') return formatColumns(value)
  if (typeof value === 'boolean') return format === 'onOff' ? (value ? 'On' : 'Off') : value ? 'Yes' : 'No'
  return typeof value === 'object' ? textsIn(value).join(', ') : formatText(word, String(value))
}

/** Formats the value of a field; '' for none. */
export function formatAuditValue(word: AuditLabel, value: unknown, names: RowNames, channel: Channel): string {
  const parts = Array.isArray(value) ? value : [value]
  return truncate(parts.map((part) => formatPart(word, part, names, channel)).join(', '), maxValueLength)
}

/** The label of a settings field that an audit row names, and how to format its value. */
export function settingField(group: string, key: string): { label: string; format: (value: unknown) => string } {
  const fields: Record<string, Field> =
    group in settingsGroups ? settingsGroups[group as keyof typeof settingsGroups].fields : {}
  const field = fields[key]
  if (!field)
    return {
      label: humanizeKey(key),
      format: (value) => truncate(textsIn(value).join(', ') || nothing, maxValueLength),
    }
  return {
    label: toLineLabel(field),
    format: (value) =>
      truncate(formatSettingValue(field, value, { yes: 'Yes', no: 'No', empty: nothing }), maxValueLength),
  }
}
