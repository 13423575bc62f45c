import fs from 'node:fs'
import path from 'node:path'

/** A name as this program gives it: other files of the folder, and partial ones, stay. */
const madeName = /^land-alerts-\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}Z\.backup(\.age)?$/

/** Names of backups; `remaining` ones could not be deleted, each with the reason. */
export type Rotated = { deleted: string[]; remaining: string[] }

/**
 * Deletes the oldest backups of a folder, by the time in their names. One that cannot be deleted does not stop the
 * others.
 */
export function deleteOldBackups(folder: string, keep: number): Rotated {
  const rotated: Rotated = { deleted: [], remaining: [] }
  const attempt = <T>(what: string, work: () => T): T | undefined => {
    try {
      return work()
    } catch (error) {
      rotated.remaining.push(`${what} (${(error as NodeJS.ErrnoException).code ?? String(error)})`)
      return undefined
    }
  }
  const names = attempt(`those in ${folder}`, () => fs.readdirSync(folder)) ?? []
  const made = names
    .filter((name) => madeName.test(name))
    .toSorted()
    .toReversed()
  for (const name of made.slice(keep))
    attempt(name, () => {
      fs.rmSync(path.join(folder, name))
      rotated.deleted.push(name)
    })
  return rotated
}
