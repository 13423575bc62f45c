import { roles } from '#shared/contract/roles.ts'
import { procedures } from '#tests/helpers/procedures.ts'
import type { Row } from '../../access/cells.ts'
import { type Endpoint, endpointsFor } from '../../access/endpoints.ts'
import { table } from '../../access/expected/table.ts'
import type { Relation } from '../../access/relations.ts'
import type { Caller } from './call.ts'

/** A procedure over tRPC or at one of its REST paths, with its row of the access matrix. */
export type Door = Endpoint & { name: string; row: Row }

export const procedureDoors: readonly Door[] = Object.keys(procedures).flatMap((procedure) => {
  const row = table[procedure]
  if (!row) throw new Error(`The access matrix has no row for ${procedure}.`)
  return endpointsFor(procedure).map((endpoint) => ({
    ...endpoint,
    row,
    name: endpoint.rest ? endpoint.label : `tRPC ${procedure}`,
  }))
})

/** The callers in the order of the matrix. */
const columns: readonly Caller[] = ['anonymous', ...roles]

/** The matrix's letter for each kind of record that this caller can name here. */
export function lettersFor({ row }: Door, caller: Caller): [relation: Relation, letter: string][] {
  const column = columns.indexOf(caller) * 2
  return Object.entries(row.cells).flatMap(([relation, line]: [string, string]) => {
    const letter = line[column] ?? '-'
    return letter === '-' ? [] : [[relation as Relation, letter] as [Relation, string]]
  })
}

/** Whether this caller is served here, at least with some record. */
export const isServed = (door: Door, caller: Caller): boolean =>
  lettersFor(door, caller).some(([, letter]) => '+0R'.includes(letter))
