import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { CannotStart } from '../support/cannot-start.ts'
import {
  canEnter,
  databaseEnvironment,
  ensureOwnFolder,
  runningAsRoot,
  substituteFolderFor,
  type RunAs,
} from './binaries.ts'
import { isRunning, stopPostmaster } from './postmaster.ts'

/** The passwords of the two roles; kept in the data folder, readable by its owner alone. */
export type Passwords = { owner: string; app: string }

const run = promisify(execFile)
const passwordFile = 'passwords.json'
/** Major version of the packaged binaries. */
export const postgresMajor = '18'

/**
 * The folder with the cluster (`data`), its log and unfinished clusters: the requested one, or, if PostgreSQL's user
 * cannot enter it, one in /var/tmp named after its path.
 */
export async function clusterFolder(wanted: string, user: RunAs): Promise<string> {
  const folder = path.resolve(wanted)
  fs.mkdirSync(folder, { recursive: true, mode: 0o711 })
  if (canEnter(folder, user)) return folder

  const elsewhere = ensureOwnFolder(substituteFolderFor(folder, 'data'), 0o711)
  const marker = path.join(folder, 'elsewhere')
  if (!fs.existsSync(marker)) {
    // It belongs to an earlier folder of the same path that was deleted with its passwords.
    await stopPostmaster(path.join(elsewhere, 'data'))
    fs.rmSync(elsewhere, { recursive: true, force: true })
    ensureOwnFolder(elsewhere, 0o711)
    fs.writeFileSync(marker, `${elsewhere}\n`)
  }
  return elsewhere
}

/**
 * Creates the cluster if missing, and returns its passwords. A kill at any moment leaves a complete cluster or none.
 */
export async function ensureCluster(folder: string, binaries: string, user: RunAs): Promise<Passwords> {
  const data = path.join(folder, 'data')
  if (!fs.existsSync(path.join(data, 'PG_VERSION'))) await makeCluster(folder, data, binaries, user)
  return readPasswords(folder)
}

/**
 * @throws CannotStart when the passwords are gone or belong to another user
 */
export function readPasswords(folder: string): Passwords {
  const file = path.join(folder, 'data', passwordFile)
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8')) as Passwords
  } catch (error) {
    throw new CannotStart(
      `Cannot read the passwords of the embedded database (${file}). Start as the user who created it, or remove ${folder} to start over.`,
      { cause: error },
    )
  }
}

async function makeCluster(folder: string, data: string, binaries: string, user: RunAs): Promise<void> {
  removeUnfinished(folder)
  const fresh = path.join(folder, `new-${process.pid}-${randomBytes(4).toString('hex')}`)
  const passwordIn = `${fresh}.password`
  const passwords: Passwords = { owner: newPassword(), app: newPassword() }
  const give = (file: string) => user.uid !== undefined && fs.chownSync(file, user.uid, user.gid ?? user.uid)
  try {
    fs.mkdirSync(fresh, { mode: 0o700 })
    fs.writeFileSync(passwordIn, passwords.owner, { mode: 0o600 })
    give(fresh)
    give(passwordIn)
    const settings = ['-E', 'UTF8', '--locale=C.UTF-8', '-A', 'scram-sha-256', '--no-sync', '--no-instructions']
    await run(
      path.join(binaries, 'bin', 'initdb'),
      ['-D', fresh, '-U', 'owner', `--pwfile=${passwordIn}`, ...settings],
      { ...user, cwd: '/', env: databaseEnvironment() },
    )
    fs.writeFileSync(path.join(fresh, passwordFile), JSON.stringify(passwords), { mode: 0o600 })
    fs.renameSync(fresh, data)
  } catch (error) {
    // Another start was faster; use its cluster.
    if (!fs.existsSync(path.join(data, passwordFile))) throw error
  } finally {
    fs.rmSync(passwordIn, { force: true })
    fs.rmSync(fresh, { recursive: true, force: true })
  }
}

const newPassword = () => randomBytes(24).toString('base64url')

function removeUnfinished(folder: string): void {
  for (const name of fs.readdirSync(folder)) {
    const pid = /^new-(\d+)/.exec(name)?.[1]
    if (pid && !isRunning(Number(pid))) fs.rmSync(path.join(folder, name), { recursive: true, force: true })
  }
}

/** Explains which user may start here, before PostgreSQL reports its own error. */
export function checkOwner(data: string, user: RunAs): void {
  if (!process.getuid) return
  const expected = user.uid ?? process.getuid()
  if (fs.statSync(data).uid === expected) return
  const hint = runningAsRoot() ? 'without root rights' : 'as the user who created it'
  throw new CannotStart(`${data} belongs to another user. Start ${hint}, or remove it to start over.`)
}

/** Explains that the database has another version, before PostgreSQL refuses it repeatedly. */
export function checkVersion(data: string): void {
  const made = readVersion(data)
  if (made === postgresMajor) return
  if (!made)
    throw new CannotStart(`${data} is damaged: its file PG_VERSION is missing or empty. Remove it to start over.`)
  throw new CannotStart(
    `${data} was created by PostgreSQL ${made}; this program includes ${postgresMajor}. Start the version of this program that created it, or remove it to start over.`,
  )
}

function readVersion(data: string): string {
  const file = path.join(data, 'PG_VERSION')
  return fs.existsSync(file) ? fs.readFileSync(file, 'utf8').trim() : ''
}
