import fs from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import type { Mark } from './judge-mark.ts'

const kept = z.object({ databaseId: z.uuid(), timeline: z.uuid(), position: z.number().int().nonnegative() })

/** Named by the database, so that two databases that are used in turn do not take each other's marks for theirs. */
const start = (databaseId: string) => `database-${databaseId}.`

/**
 * The furthest marks that processes on this machine kept of a database, one for each timeline. A file that cannot be
 * read, or was made by something else, is no mark.
 */
export function readMarks(folder: string, databaseId: string): Mark[] {
  return namesIn(folder)
    .filter((name) => name.startsWith(start(databaseId)) && name.endsWith('.json'))
    .flatMap((name) => {
      try {
        const mark = kept.parse(JSON.parse(fs.readFileSync(path.join(folder, name), 'utf8')))
        return mark.databaseId === databaseId ? [mark] : []
      } catch {
        return []
      }
    })
}

function namesIn(folder: string): string[] {
  try {
    return fs.readdirSync(folder)
  } catch {
    return []
  }
}

/** Keeps a mark. The file is replaced as a whole, so that a kill or a power cut leaves the old one or the new one. */
export function writeMark(folder: string, kind: 'server' | 'worker', mark: Mark): void {
  fs.mkdirSync(folder, { recursive: true })
  const file = path.join(folder, `${start(mark.databaseId)}${kind}.json`)
  const next = `${file}.${process.pid}`
  fs.writeFileSync(next, `${JSON.stringify(mark)}\n`, { flush: true })
  fs.renameSync(next, file)
}
