import { providerStaff } from '#shared/contract/provider-staff.ts'
import { isRecord } from './format-value.ts'
import type { ProviderStaffData, ReportRow } from './report.queries.ts'

const getTargets = (values: unknown): string[] =>
  isRecord(values) ? [values['target'], values['number']].flatMap((text) => (typeof text === 'string' ? text : [])) : []

/** The types of rows that hold addresses and numbers without naming their owner: bounces, replies and links. */
export const ownerlessTargets = (rows: readonly ReportRow[]): string[] => [
  ...new Set(
    rows
      .filter(({ onWhom, subjectHidden }) => onWhom === '' && !subjectHidden)
      .flatMap(({ oldValue, newValue }) => [...getTargets(oldValue), ...getTargets(newValue)]),
  ),
]

// An email address, a phone as displayed, a number in digits.
const targets = /[^\s@:]+@[^\s@,;:]+[^\s@,;:.]|\(\d{3}\) \d{3}-\d{4}|\+?\d{7,}/g
const withoutTargets = (text: string) => text.replaceAll(targets, '…')

/** The types of rows whose values name the user who handled something before. */
function withoutUsernames(values: unknown, usernames: ReadonlySet<string>): unknown {
  if (!isRecord(values)) return values
  const entries = Object.entries(values).map(([key, value]) =>
    key === 'by' && typeof value === 'string' && usernames.has(value.toLowerCase())
      ? [key, providerStaff]
      : [key, value],
  )
  return Object.fromEntries(entries) as unknown
}

/**
 * Removes from a row the data of users whom its reader may not see; the row itself stays, so the reader knows that
 * something happened.
 */
export function hideProviderStaff(row: ReportRow, { targets: theirs, usernames }: ProviderStaffData): ReportRow {
  const { actorHidden, subjectHidden, type, description } = row
  const ownTarget =
    row.onWhom === '' && [...getTargets(row.oldValue), ...getTargets(row.newValue)].some((t) => theirs.has(t))
  const filtered = actorHidden && type === 'EXPORT'
  const leftOut = subjectHidden || ownTarget || filtered
  return {
    ...row,
    username: actorHidden ? providerStaff : row.username,
    onWhom: subjectHidden || ownTarget ? providerStaff : row.onWhom,
    // The filter of an export may contain a name.
    description: filtered
      ? description.replace(/, user .*$/s, ', one user.')
      : leftOut
        ? withoutTargets(description)
        : description,
    oldValue: leftOut ? null : withoutUsernames(row.oldValue, usernames),
    newValue: leftOut ? null : withoutUsernames(row.newValue, usernames),
    address: actorHidden || (row.username === '' && (subjectHidden || ownTarget)) ? '' : row.address,
  }
}
