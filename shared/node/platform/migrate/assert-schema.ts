import type { Pool } from 'pg'
import { describeUnreachable } from '../database/unreachable.ts'
import { StartRefused } from '../start-refused.ts'
import { schemaProblem } from './schema-problem.ts'

/** @throws StartRefused if the database cannot be reached, or its schema does not fit this program */
export async function assertSchema(pool: Pool): Promise<void> {
  const problem = await schemaProblem(pool).catch((error: unknown) => {
    throw new StartRefused(describeUnreachable(error, 'DATABASE_URL'), { mayPass: true, cause: error })
  })
  if (problem) throw new StartRefused(problem)
}
