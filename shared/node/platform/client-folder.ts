import fs from 'node:fs'
import path from 'node:path'

/**
 * The built pages. Each version has its own folder below dist, whose content never changes once it is published: a
 * server keeps serving the version with which it started while newer ones are built.
 */
const distFolder = path.resolve(import.meta.dirname, '../../../dist')
const pointerFile = 'client.current'
/**
 * Kept in addition to the current build and those marked as in use, for servers that have no permission to write a
 * marker.
 */
const keptOlderBuilds = 2

const getFolderName = (version: string) => `client-${version}`
const isComplete = (folder: string) => fs.existsSync(path.join(folder, 'index.html'))

/** The folder of the newest build, or undefined if there is none. */
export function findCurrentBuild(dist = distFolder): string | undefined {
  const file = path.join(dist, pointerFile)
  if (!fs.existsSync(file)) return undefined
  const folder = path.join(dist, fs.readFileSync(file, 'utf8').trim())
  return isComplete(folder) ? folder : undefined
}

/** The folder in which this process builds a version before `publishBuild`. It does not exist yet. */
export const getBuildFolder = (version: string, dist = distFolder): string =>
  path.join(dist, `${getFolderName(version)}.building-${process.pid}`)

/**
 * Makes a version the one with which servers start from now on, and removes those that no server uses any more.
 * @param builtFolder where it was built, if it was just built
 * @returns false if that version does not exist
 */
export function publishBuild(version: string, builtFolder?: string, dist = distFolder): boolean {
  const folder = path.join(dist, getFolderName(version))
  if (builtFolder && !isComplete(folder)) fs.renameSync(builtFolder, folder)
  else if (builtFolder) fs.rmSync(builtFolder, { recursive: true })
  if (!isComplete(folder)) return false
  const now = new Date()
  fs.utimesSync(folder, now, now)
  const newPointer = path.join(dist, `${pointerFile}.${process.pid}`)
  fs.writeFileSync(newPointer, getFolderName(version))
  fs.renameSync(newPointer, path.join(dist, pointerFile))
  removeUnusedBuilds(dist, getFolderName(version))
  return true
}

const assetsFolder = 'assets'
/** Lists the assets of a build itself, without those that it got from other versions. */
const ownAssetsFile = 'own-assets.json'

export function listOwnAssets(folder: string): void {
  const names = fs.readdirSync(path.join(folder, assetsFolder))
  fs.writeFileSync(path.join(folder, ownAssetsFile), JSON.stringify(names))
}

/**
 * Adds to each of two builds the scripts and styles of the other: while servers of both versions run, either may be
 * asked for those of a page that the other delivered. Their names have hashes, so they cannot collide.
 * @throws Error if one of the folders cannot be written to
 */
export function shareAssets(one: string, other: string): void {
  for (const [from, to] of [
    [one, other],
    [other, one],
  ] as const) {
    const list = path.join(from, ownAssetsFile)
    // Builds from before the list had only their own assets.
    const own = fs.existsSync(list)
      ? (JSON.parse(fs.readFileSync(list, 'utf8')) as string[])
      : fs.readdirSync(path.join(from, assetsFolder))
    for (const name of own) {
      const target = path.join(to, assetsFolder, name)
      if (fs.existsSync(target)) continue
      // Renamed when complete: a server may be asked for it at any moment.
      fs.copyFileSync(path.join(from, assetsFolder, name), `${target}.${process.pid}`)
      fs.renameSync(`${target}.${process.pid}`, target)
    }
  }
}

/** Marks a build as in use by this process, for as long as it lives. Returns a function that removes the marker. */
export function markBuildInUse(folder: string): () => void {
  const marker = `${folder}.used-by-${process.pid}`
  try {
    fs.writeFileSync(marker, '')
  } catch {
    return () => {} // A folder that only its builder may write to.
  }
  return () => fs.rmSync(marker, { force: true })
}

function removeUnusedBuilds(dist: string, current: string): void {
  const names = fs.readdirSync(dist)
  // Markers and unfinished builds of processes that have ended.
  for (const name of names) {
    const [, pid] = /^client-[^.]+\.(?:used-by|building)-(\d+)$/.exec(name) ?? []
    if (pid && !isRunning(Number(pid))) fs.rmSync(path.join(dist, name), { recursive: true, force: true })
  }
  const remaining = fs.readdirSync(dist)
  const changedAt = (name: string) => fs.statSync(path.join(dist, name)).mtimeMs
  const unused = remaining
    .filter((name) => /^client-[^.]+$/.test(name) && name !== current)
    .filter((name) => !remaining.some((other) => other.startsWith(`${name}.used-by-`)))
    .toSorted((a, b) => changedAt(b) - changedAt(a))
  for (const name of unused.slice(keptOlderBuilds)) fs.rmSync(path.join(dist, name), { recursive: true, force: true })
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
