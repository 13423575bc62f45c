import { isSocketFault } from '#shared/node/platform/database/away.ts'

/** SQLSTATE classes that say nothing about the data: connection, permissions, conflict, resources, operator, schema. */
const passing = ['08', '0A', '25', '28', '40', '42', '53', '55', '58']
const statementTimeout = '57014'

type DatabaseFault = Error & { code?: string; severity?: string }

/** Whether the database gave up on a statement: the record is too large, or the database was too busy. */
export const isStatementTimeout = (error: unknown): boolean =>
  (error as DatabaseFault | null)?.code === statementTimeout

/** Whether the same batch may succeed later: the database is unreachable, or two transactions conflicted. */
export function isTransient(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, severity, message } = error as DatabaseFault
  if (severity !== undefined && code !== undefined) {
    if (code === statementTimeout) return false
    return code.startsWith('57') || passing.some((start) => code.startsWith(start))
  }
  return isSocketFault(error) || /connection|timeout/i.test(message)
}

/** The reason that staff read next to a record in quarantine. */
export function describeFault(error: unknown): string {
  const { name, message } = error instanceof Error ? error : { name: 'Error', message: String(error) }
  return `Matching this record failed: ${name}: ${message}`.slice(0, 500)
}
