import type { Facts } from './facts.ts'

/** A broken promise with the ids it concerns. */
export type Breach = { what: string; ids: string[] }

/** Leaves out the promises that were kept. */
export const onlyBroken = (breaches: Breach[]): Breach[] => breaches.filter(({ ids }) => ids.length > 0)

/** One promise, as what would break it: the name of the breach, and the ids that it concerns. */
export type Check = {
  what: string
  find(facts: Facts): Iterable<string> | Promise<Iterable<string>>
}

export const without = (all: Iterable<string>, those: ReadonlySet<string>) => [...all].filter((one) => !those.has(one))

export const repeated = (all: string[]): string[] => {
  const seen = new Set<string>()
  return all.filter((one) => seen.size === seen.add(one).size)
}

/** A check that one query of the database answers: each row's `id` is a breach. */
export const checkRows = (what: string, sql: string): Check => ({
  what,
  find: async ({ client }) => (await client.query<{ id: string }>(sql)).rows.map(({ id }) => String(id)),
})
