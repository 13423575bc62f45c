import fs from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import type { Mark } from './judge-mark.ts'

const markSchema = z.object({ databaseId: z.uuid(), timeline: z.uuid(), position: z.number().int().nonnegative() })

/** File names include the database's id, so that two databases used in turn do not read each other's marks. */
const getPrefix = (databaseId: string) => `database-${databaseId}.`

/**
 * The marks of a database that processes on this machine saved. Ignores files that it cannot read or that another
 * program wrote.
 */
export function readMarks(folder: string, databaseId: string): Mark[] {
  return listNames(folder)
    .filter((name) => name.startsWith(getPrefix(databaseId)) && name.endsWith('.json'))
    .flatMap((name) => {
      try {
        const mark = markSchema.parse(JSON.parse(fs.readFileSync(path.join(folder, name), 'utf8')))
        return mark.databaseId === databaseId ? [mark] : []
      } catch {
        return []
      }
    })
}

function listNames(folder: string): string[] {
  try {
    return fs.readdirSync(folder)
  } catch {
    return []
  }
}

/**
 * Saves a mark. Replaces the file in one step, so that a kill or a power cut leaves either the old mark or the new one.
 */
export function writeMark(folder: string, kind: 'server' | 'worker', mark: Mark): void {
  fs.mkdirSync(folder, { recursive: true })
  const file = path.join(folder, `${getPrefix(mark.databaseId)}${kind}.json`)
  const next = `${file}.${process.pid}`
  fs.writeFileSync(next, `${JSON.stringify(mark)}\n`, { flush: true })
  fs.renameSync(next, file)
}
