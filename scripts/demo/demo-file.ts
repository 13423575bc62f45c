import { randomInt } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { type Role, roles } from '#shared/contract/roles.ts'
import { dataFolder } from '../support/paths.ts'

/** The addresses, logins and keys for using the demo; the passwords exist nowhere else. */
export type DemoFile = { url: string; users: { username: string; password: string; role: Role }[]; feedKey: string }

const toPath = (folder: string) => path.join(folder, 'demo.json')

/** The stored file; undefined if it is missing or a crash left it incomplete. */
function readDemoFile(folder: string): DemoFile | undefined {
  try {
    const demo = JSON.parse(fs.readFileSync(toPath(folder), 'utf8')) as Partial<DemoFile>
    return demo.users?.length === roles.length ? (demo as DemoFile) : undefined
  } catch {
    return undefined
  }
}

/** Whether the demo file exists with a login for each role; otherwise the demo must be prepared again. */
export const isDemoFileComplete = (folder = dataFolder) => readDemoFile(folder) !== undefined

/** The demo's logins and feed key: stored ones, or new logins, which are stored before use. */
export function loadOrCreateDemoFile(folder = dataFolder): DemoFile {
  const kept = readDemoFile(folder)
  if (kept) return kept
  const users = roles.map((role) => ({ username: `demo.${role.toLowerCase()}`, password: newPassword(), role }))
  const made = { url: '', users, feedKey: '' }
  writeDemoFile(made, folder)
  return made
}

/** Replaced as a whole, so that no reader sees half of it. */
export function writeDemoFile(demo: DemoFile, folder = dataFolder): void {
  const file = toPath(folder)
  fs.writeFileSync(`${file}.new`, `${JSON.stringify(demo, null, 2)}\n`, { mode: 0o600, flush: true })
  fs.renameSync(`${file}.new`, file)
}

/** Satisfies the rules for passwords (a letter, a digit, one of !@#$%^&, 12 to 64 characters) and can be typed. */
function newPassword(): string {
  const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789'
  const random = (length: number) => Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('')
  return `${random(8)}@${random(8)}k${randomInt(2, 10)}`
}
