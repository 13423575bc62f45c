import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { dataFolder } from './paths.ts'

/** The secret that signs links and cookies: made once and kept beside the embedded database. */
export function keptSecret(): string {
  const file = path.join(dataFolder, 'app-secret')
  if (!fs.existsSync(file)) {
    fs.writeFileSync(`${file}.${process.pid}`, randomBytes(32).toString('base64url'), { mode: 0o600 })
    fs.renameSync(`${file}.${process.pid}`, file)
  }
  return fs.readFileSync(file, 'utf8').trim()
}
