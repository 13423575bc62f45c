import fs from 'node:fs'
import path from 'node:path'

/** A name as this program gives it: other files of the folder, and partial ones, stay. */
const madeName = /^land-alerts-\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}Z\.backup(\.age)?$/

/**
 * Deletes the oldest backups of a folder, by the time in their names.
 * @returns those deleted
 */
export function deleteOldBackups(folder: string, keep: number): string[] {
  const made = fs
    .readdirSync(folder)
    .filter((name) => madeName.test(name))
    .toSorted()
    .toReversed()
  const old = made.slice(keep)
  for (const name of old) fs.rmSync(path.join(folder, name))
  return old
}
