import type { Role } from '#shared/contract/roles.ts'
import type { Db } from '#shared/node/platform/database/client.ts'
import { hiddenNames, type RowKind, auditLabels } from './audit-labels.ts'
import { type AuditedChange, getChannel } from './describe-changes.ts'
import { isRecord, recipientKinds, type RowNames } from './format-value.ts'
import { findNames } from './row-names.queries.ts'

const kinds = Object.keys(hiddenNames) as RowKind[]

/** The row ids in audit rows, by kind. */
function collectIds(rows: readonly AuditedChange[]): Record<RowKind, Set<number>> {
  const found = Object.fromEntries(kinds.map((kind) => [kind, new Set<number>()])) as Record<RowKind, Set<number>>
  for (const row of rows)
    for (const values of [row.oldValue, row.newValue])
      for (const [key, value] of Object.entries(isRecord(values) ? values : {})) {
        const of = auditLabels[row.type]?.[key]?.of
        if (!of) continue
        const kind = of === 'recipient' ? recipientKinds[getChannel(row)] : of
        for (const id of [value].flat()) if (typeof id === 'number' && Number.isSafeInteger(id)) found[kind].add(id)
      }
  return found
}

/** The names behind the ids in audit rows, for rows that still exist and that the reader may see. */
export async function findRowNames(db: Db, rows: readonly AuditedChange[], asRole: Role): Promise<RowNames> {
  const numbers = collectIds(rows)
  const names: Partial<RowNames> = {}
  // One query after the other: they share one connection.
  for (const kind of kinds) names[kind] = await findNames(db, kind, [...numbers[kind]], asRole)
  return names as RowNames
}
