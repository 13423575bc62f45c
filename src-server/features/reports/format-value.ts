import type { Channel } from '#shared/contract/alert.ts'
import { dayToWire } from '#shared/domain/dates.ts'
import { feedColumnLabels } from '#shared/domain/feed/feed-columns.ts'
import { formatPhone } from '#shared/domain/phone.ts'
import type { Field } from '#shared/settings/field.ts'
import { settingsGroups } from '#shared/settings/groups.ts'
import { toLineLabel, formatSettingValue } from '#shared/settings/formatted-value.ts'
import { numbered, type Numbered, type Word } from './audit-labels.ts'

/** What the numbers of rows stand for; a number that is not there is of a row that is gone, or is not for this reader. */
export type Names = Record<Numbered, ReadonlyMap<number, string>>

export const nothing = 'nothing'

/** Characters of one value that a report shows. */
const most = 200

export const cut = (text: string, length: number) => (text.length > length ? `${text.slice(0, length - 1)}…` : text)
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** 'pausedUntil' → 'Paused until': for what has no word of its own. */
export function spelledOut(key: string): string {
  const text = key.replaceAll(/[_\s]+|(?<=[a-z\d])(?=[A-Z])/g, ' ').toLowerCase()
  return text.charAt(0).toUpperCase() + text.slice(1)
}

const textsIn = (value: unknown): string[] =>
  typeof value === 'string' ? [value] : typeof value === 'object' && value ? Object.values(value).flatMap(textsIn) : []

const partLabel = (part: string): string =>
  part in feedColumnLabels ? feedColumnLabels[part as keyof typeof feedColumnLabels] : spelledOut(part)

/** Which columns of a feed's files hold what. */
const sayColumns = (value: unknown) =>
  Object.entries(isRecord(value) ? value : {})
    .map(([part, columns]) => [partLabel(part), textsIn(columns).join(', ')])
    .flatMap(([part, columns]) => (columns ? [`${part} from ${columns}`] : []))
    .join(', ')

function sayText({ say, unit }: Word, text: string): string {
  if (say === 'day') return dayToWire(text)
  if (say === 'target') return text.startsWith('+') ? formatPhone(text) : text
  if (typeof say === 'object') return (Object.hasOwn(say, text) && say[text]) || spelledOut(text)
  return unit ? `${text} ${unit}` : text
}

function sayOne(word: Word, value: unknown, names: Names, channel: Channel): string {
  const { say, of } = word
  if (value === undefined || value === null || value === '') return ''
  if (of && typeof value === 'number') {
    const what = of === 'recipient' ? (channel === 'PHONE' ? 'phone' : 'email') : of
    return names[what].get(value) ?? numbered[what]
  }
  if (say === 'columns') return sayColumns(value)
  if (typeof value === 'boolean') return say === 'onOff' ? (value ? 'On' : 'Off') : value ? 'Yes' : 'No'
  return typeof value === 'object' ? textsIn(value).join(', ') : sayText(word, String(value))
}

/** A value of a field in words; '' for none. */
export function sayValue(word: Word, value: unknown, names: Names, channel: Channel): string {
  const parts = Array.isArray(value) ? value : [value]
  return cut(parts.map((part) => sayOne(word, part, names, channel)).join(', '), most)
}

/** The field of a settings page that an audit row names, with its label and how it says a value. */
export function settingField(group: string, key: string): { label: string; say: (value: unknown) => string } {
  const fields: Record<string, Field> =
    group in settingsGroups ? settingsGroups[group as keyof typeof settingsGroups].fields : {}
  const field = fields[key]
  if (!field) return { label: spelledOut(key), say: (value) => cut(textsIn(value).join(', ') || nothing, most) }
  return {
    label: toLineLabel(field),
    say: (value) => cut(formatSettingValue(field, value, { yes: 'Yes', no: 'No', empty: nothing }), most),
  }
}
