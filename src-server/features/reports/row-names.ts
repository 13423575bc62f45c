import type { Role } from '#shared/contract/roles.ts'
import type { Db } from '#shared/node/platform/database/client.ts'
import { channelOf, type Recorded } from './describe-changes.ts'
import { namesOf } from './row-names.queries.ts'
import { isRecord, type Names } from './format-value.ts'
import { numbered, type Numbered, words } from './audit-labels.ts'

const kinds = Object.keys(numbered) as Numbered[]

/** The numbers of rows that audit rows tell of. */
function numbersIn(rows: readonly Recorded[]): Record<Numbered, Set<number>> {
  const found = Object.fromEntries(kinds.map((kind) => [kind, new Set<number>()])) as Record<Numbered, Set<number>>
  for (const row of rows)
    for (const values of [row.oldValue, row.newValue])
      for (const [key, value] of Object.entries(isRecord(values) ? values : {})) {
        const of = words[row.type]?.[key]?.of
        if (!of) continue
        const kind = of === 'recipient' ? (channelOf(row) === 'PHONE' ? 'phone' : 'email') : of
        for (const id of [value].flat()) if (typeof id === 'number' && Number.isSafeInteger(id)) found[kind].add(id)
      }
  return found
}

/** What the numbers in some audit rows stand for, as far as it is still there and the reader may see it. */
export async function namesIn(db: Db, rows: readonly Recorded[], asRole: Role): Promise<Names> {
  const numbers = numbersIn(rows)
  const names: Partial<Names> = {}
  // One after the other: they share one connection.
  for (const kind of kinds) names[kind] = await namesOf(db, kind, [...numbers[kind]], asRole)
  return names as Names
}
