import type { Client } from 'pg'
import { buildIndex, isBuilt, runUnlimited } from './build-index.ts'
import type { Step } from './outside-transaction.ts'
import { buildOnPartitions, isPartitioned } from './partitioned-index.ts'

/**
 * Runs the statements of a migration outside a transaction, each on its own. Repeats those of a run that was cut off.
 * @throws Error unless each index exists and is complete
 */
export async function runSteps(client: Client, steps: Step[]): Promise<void> {
  for (const step of steps) await runStep(client, step)
  const last = new Map(steps.flatMap((step) => (step.kind === 'validate' ? [] : [[step.index, step.kind] as const])))
  for (const [index, kind] of last)
    if (kind === 'create' && !(await isBuilt(client, index)))
      throw new Error(`Index ${index} is not complete. Run npm run migrate again.`)
}

async function runStep(client: Client, step: Step): Promise<void> {
  if (step.kind === 'drop') return runUnlimited(client, `drop index concurrently if exists ${step.index}`)
  if (step.kind === 'validate') return runUnlimited(client, step.sql)
  const { index, table, unique, definition } = step
  if (await isPartitioned(client, table)) return buildOnPartitions(client, step)
  const create = `create ${unique ? 'unique ' : ''}index concurrently if not exists`
  return buildIndex(client, index, `${create} ${index} on ${table} ${definition}`)
}
