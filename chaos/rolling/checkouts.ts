import { execFile, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'

/**
 * The version that operators upgrade from: the last one that was released. Move it on with a release; the version must
 * have been in use somewhere.
 */
const upgradeFrom = '757ac172d829'

const root = path.join(import.meta.dirname, '../..')
const run = (command: string, args: string[], options: { cwd?: string; input?: Buffer | string } = {}) =>
  spawnSync(command, args, { cwd: root, maxBuffer: 1 << 30, ...options })
const git = (args: string[]) => run('git', args)

export type Checkouts = {
  present: string
  /** Undefined if the repository or the registry does not have what it needs. */
  earlier: string | undefined
  /** Why it is undefined. */
  reason: string
}

/**
 * Lays out the present version, as it is in this folder, and the earlier one side by side, as an operator does.
 * Both use this folder's packages, unless the earlier one needs others.
 * @param pages whether pages are built, which needs more packages
 */
export function layOutCheckouts(folder: string, { pages }: { pages: boolean }): Checkouts {
  const list = git(['ls-files', '-z', '--cached', '--others', '--exclude-standard'])
  // Without git, the present version can only run where it is.
  if (list.status !== 0)
    return { present: root, earlier: undefined, reason: 'This folder is no clone of the repository.' }
  const present = path.join(folder, 'present')
  const files = list.stdout
    .toString()
    .split('\0')
    .filter((file) => file && existsSync(path.join(root, file)))
  unpack(present, run('tar', ['--null', '-T', '-', '-c'], { input: files.join('\0') }))
  linkPackages(present)

  if (git(['cat-file', '-e', `${upgradeFrom}^{commit}`]).status !== 0)
    return { present, earlier: undefined, reason: `This clone does not have commit ${upgradeFrom}: it is shallow.` }
  const earlier = path.join(folder, 'earlier')
  unpack(earlier, git(['archive', upgradeFrom]))
  shareAddresses(present, earlier)
  const installed = listPackages(root)
  if ([...listPackages(earlier)].every((item) => installed.has(item))) linkPackages(earlier)
  else if (
    run('npm', ['ci', pages ? '--include=dev' : '--omit=dev', '--no-audit', '--no-fund', '--prefer-offline'], {
      cwd: earlier,
    }).status !== 0
  )
    return { present, earlier: undefined, reason: `The packages of commit ${upgradeFrom} cannot be installed.` }
  return { present, earlier, reason: '' }
}

/** The earlier version's people get the addresses at which this one's judge expects their notices. */
function shareAddresses(present: string, earlier: string): void {
  const [from, to] = [present, earlier].map((folder) => path.join(folder, 'bench/support/fill.ts'))
  const definition = /^export const addressFor = .*$/m
  const [wanted] = definition.exec(readFileSync(from!, 'utf8')) ?? []
  const text = readFileSync(to!, 'utf8')
  if (!wanted || !definition.test(text)) throw new Error('The addresses of people are not defined where they were.')
  writeFileSync(
    to!,
    text.replace(definition, () => wanted),
  )
}

const build = (cwd: string, args: string[]) =>
  promisify(execFile)(process.execPath, ['scripts/build.ts', '--quiet', ...args], { cwd })

/**
 * Writes a world's people and alerts with a checkout's own program, as its servers would have: with the keys of its rule.
 * @returns the key of the feed
 */
export async function storeWorldBy(
  checkout: string,
  database: { url: string; ownerUrl: string },
  world: { seed: number; alerts: number },
): Promise<string> {
  const source = `
    import { storeWorld } from './chaos/harness/store-world.ts'
    import { composeWorld } from './chaos/world/world.ts'
    const [database, world] = process.argv.slice(1).map((text) => JSON.parse(text))
    process.stdout.write(await storeWorld(database, composeWorld(world)))`
  const args = ['--input-type=module', '-e', source, JSON.stringify(database), JSON.stringify(world)]
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: checkout })
  return stdout
}

/** Builds the pages of both, as the guide says: each gets the other's scripts too. */
export async function buildPages({ present, earlier }: Checkouts): Promise<void> {
  if (earlier !== undefined) await build(earlier, [])
  await build(present, earlier === undefined ? [] : ['--replaces', earlier])
}

const linkPackages = (folder: string) => symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'))

/** Each locked package with its version. */
function listPackages(folder: string): Set<string> {
  const lock = JSON.parse(readFileSync(path.join(folder, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { version?: string }>
  }
  const packages = Object.entries(lock.packages).filter(([place]) => place !== '')
  return new Set(packages.map(([place, { version }]) => `${place} ${version}`))
}

function unpack(folder: string, archive: { status: number | null; stdout: Buffer; stderr: Buffer }): void {
  mkdirSync(folder, { recursive: true })
  const { status, stderr } =
    archive.status === 0 ? run('tar', ['-x', '-C', folder], { input: archive.stdout }) : archive
  if (status !== 0) throw new Error(`Could not lay out ${folder}: ${stderr.toString()}`)
}
