import { type Channel, channels } from '#shared/contract/alert.ts'
import type { AuditType } from '#shared/node/platform/database/types/audit.ts'
import { type AuditLabel, auditLabels } from './audit-labels.ts'
import {
  truncate,
  isRecord,
  type RowNames,
  nothing,
  formatAuditValue,
  settingField,
  humanizeKey,
} from './format-value.ts'

/** A report shows this many characters of a row's changes. */
const maxChangesLength = 2000

/** The parts of an audit row that say what changed. */
export type AuditedChange = { type: AuditType; oldValue: unknown; newValue: unknown }

/** The channel of the recipient that a row names; EMAIL if it names none. */
export function getChannel({ oldValue, newValue }: AuditedChange): Channel {
  const named = [newValue, oldValue].map((values) => isRecord(values) && values['channel'])
  return channels.find((channel) => named.includes(channel)) ?? 'EMAIL'
}

/**
 * Describes what an audit row set or changed, in the words of the screens: 'Alert: Home; Status: Active → Inactive'.
 * Leaves out unchanged fields, and empty ones of something new; '' if nothing changed.
 * @param names the names of the rows whose ids appear in it
 */
export function describeChanges(row: AuditedChange, names: RowNames): string {
  const [before, after] = [row.oldValue, row.newValue].map((value) => (isRecord(value) ? value : {}))
  if (!before || !after) return ''
  const channel = getChannel(row)
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  const group = after['group'] ?? before['group']

  const settingChange = (of: string, key: string): string[] => {
    if (key === 'group') return []
    const { label, format } = settingField(of, key)
    const [was, is] = [format(before[key]), format(after[key])]
    return was === is ? [] : [`${label}: ${was} → ${is}`]
  }
  const change = (key: string): string[] => {
    const known = auditLabels[row.type]?.[key]
    if (known === null) return []
    const word: AuditLabel = known ?? { label: humanizeKey(key) }
    const [was, is] = [before[key], after[key]].map((value) => formatAuditValue(word, value, names, channel))
    const label = typeof word.label === 'string' ? word.label : word.label[channel]
    const none = word.none ?? nothing
    const both = key in before && key in after
    if (word.offAtFirst && !both && after[key] === false) return []
    if (both && was !== is) return [`${label}: ${was || none} → ${is || none}`]
    if (both ? !word.always : word.changed) return []
    if (is) return [`${label}: ${is}`]
    return was ? [`${label}${isRecord(row.newValue) ? ', before' : ''}: ${was}`] : []
  }
  const changes = keys.flatMap((key) => (typeof group === 'string' ? settingChange(group, key) : change(key)))
  return truncate(changes.join('; '), maxChangesLength)
}
