import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { dataFolder } from '../support/paths.ts'

const minLength = 32

/**
 * The secret that signs links and cookies, created once and stored next to the embedded database. Call only after
 * claiming the database: two simultaneous calls could create different ones.
 */
export function loadOrCreateSecret(folder = dataFolder): string {
  const file = path.join(folder, 'app-secret')
  // A machine that went down may have left the name without the content.
  const kept = fs.existsSync(file) ? fs.readFileSync(file, 'utf8').trim() : ''
  if (kept.length >= minLength) return kept
  const made = randomBytes(32).toString('base64url')
  fs.writeFileSync(`${file}.new`, made, { mode: 0o600, flush: true })
  fs.renameSync(`${file}.new`, file)
  return made
}
