import fs from 'node:fs'
import path from 'node:path'

/**
 * The built pages. Each version lies in a folder of its own below dist, which nobody changes once it is there:
 * a server goes on with the one that it started with, whatever is built beside it.
 */
const built = path.resolve(import.meta.dirname, '../../../dist')
const pointer = 'client.current'
/** Besides the current one and those in use: for servers that may not write here, and so cannot say that they use one. */
const olderKept = 2

const nameOf = (version: string) => `client-${version}`
const isWhole = (folder: string) => fs.existsSync(path.join(folder, 'index.html'))

/** The folder of the newest pages; undefined where none were built. */
export function currentClient(dist = built): string | undefined {
  const file = path.join(dist, pointer)
  if (!fs.existsSync(file)) return undefined
  const folder = path.join(dist, fs.readFileSync(file, 'utf8').trim())
  return isWhole(folder) ? folder : undefined
}

/** Where this process may build a version before `putClient`; it is not yet there. */
export const folderToBuild = (version: string, dist = built): string =>
  path.join(dist, `${nameOf(version)}.building-${process.pid}`)

/**
 * Makes a version the one that servers start with from now on, and removes those that nobody uses any more.
 * @param made where it was built, if it was just now
 * @returns false where that version is not there
 */
export function putClient(version: string, made?: string, dist = built): boolean {
  const folder = path.join(dist, nameOf(version))
  if (made && !isWhole(folder)) fs.renameSync(made, folder)
  else if (made) fs.rmSync(made, { recursive: true })
  if (!isWhole(folder)) return false
  const now = new Date()
  fs.utimesSync(folder, now, now)
  const written = path.join(dist, `${pointer}.${process.pid}`)
  fs.writeFileSync(written, nameOf(version))
  fs.renameSync(written, path.join(dist, pointer))
  sweep(dist, nameOf(version))
  return true
}

/** Says that this process serves a folder's files, for as long as it lives. Answers how to take that back. */
export function holdClient(folder: string): () => void {
  const note = `${folder}.used-by-${process.pid}`
  try {
    fs.writeFileSync(note, '')
  } catch {
    return () => {} // A folder that only its builder may write to.
  }
  return () => fs.rmSync(note, { force: true })
}

function sweep(dist: string, current: string): void {
  const names = fs.readdirSync(dist)
  // What a process wrote down, or was building, ends with it.
  for (const name of names) {
    const [, pid] = /^client-[^.]+\.(?:used-by|building)-(\d+)$/.exec(name) ?? []
    if (pid && !isRunning(Number(pid))) fs.rmSync(path.join(dist, name), { recursive: true, force: true })
  }
  const left = fs.readdirSync(dist)
  const changedAt = (name: string) => fs.statSync(path.join(dist, name)).mtimeMs
  const unused = left
    .filter((name) => /^client-[^.]+$/.test(name) && name !== current)
    .filter((name) => !left.some((other) => other.startsWith(`${name}.used-by-`)))
    .toSorted((a, b) => changedAt(b) - changedAt(a))
  for (const name of unused.slice(olderKept)) fs.rmSync(path.join(dist, name), { recursive: true, force: true })
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
