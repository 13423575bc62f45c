import { randomInt } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { type Role, roles } from '#shared/contract/roles.ts'
import { dataFolder } from './paths.ts'

/** What a person or a test needs to use the demo (decisions, section 13); the passwords exist nowhere else. */
export type DemoFile = { url: string; users: { username: string; password: string; role: Role }[]; feedKey: string }

const file = path.join(dataFolder, 'demo.json')

export const demoFileExists = () => fs.existsSync(file)

/** The logins and the feed's key of this demo: as kept; or new logins, kept before they are used. */
export function demoFile(): DemoFile {
  if (demoFileExists()) return JSON.parse(fs.readFileSync(file, 'utf8')) as DemoFile
  const users = roles.map((role) => ({ username: `demo.${role.toLowerCase()}`, password: newPassword(), role }))
  const made = { url: '', users, feedKey: '' }
  writeDemoFile(made)
  return made
}

/** Replaced as a whole, so that no reader sees half of it. */
export function writeDemoFile(demo: DemoFile): void {
  fs.writeFileSync(`${file}.new`, `${JSON.stringify(demo, null, 2)}\n`, { mode: 0o600 })
  fs.renameSync(`${file}.new`, file)
}

/** Satisfies the rules for passwords (a letter, a digit, one of !@#$%^&, 12 to 64 characters) and can be typed. */
function newPassword(): string {
  const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789'
  const random = (length: number) => Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('')
  return `${random(8)}@${random(8)}k${randomInt(2, 10)}`
}
