import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { readSteps, type Step } from './outside-transaction.ts'

export const migrationsFolder = fileURLToPath(new URL('../../../../migrations', import.meta.url))

export type Migration = {
  version: number
  name: string
  breaking: boolean
  sql: string
  checksum: string
  /** Its statements if it runs outside a transaction. */
  steps: Step[] | undefined
}

/**
 * The migrations on disk, in order.
 * @throws Error if numbers repeat or leave a gap, or one that runs outside a transaction has other statements
 */
export function readMigrations(folder = migrationsFolder): Migration[] {
  const files = readdirSync(folder)
    .filter((file) => /^\d{4}-.+\.sql$/.test(file))
    .toSorted()
  return files.map((file, index) => {
    const version = Number(file.slice(0, 4))
    if (version !== index + 1)
      throw new Error(`Migration ${file} should be number ${index + 1}: migration numbers have no gaps.`)
    const sql = readFileSync(path.join(folder, file), 'utf8')
    const breaking = sql.startsWith('-- breaking')
    return { version, name: file.slice(5, -4), breaking, sql, checksum: checksumOf(sql), steps: readSteps(file, sql) }
  })
}

/** The same checksum for a checkout that ends its lines with CR LF. */
const checksumOf = (sql: string): string => createHash('sha256').update(sql.replaceAll('\r\n', '\n')).digest('hex')
