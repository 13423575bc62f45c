// Installs the packages, in a process of its own: node scripts/bootstrap/install.mjs
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { holdInstallLock } from './install-lock.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
if (process.argv[1] === fileURLToPath(import.meta.url)) process.exit(await install())

/**
 * npm writes a copy of the installed lock to node_modules last, so an interrupted install has none. Packages for other
 * platforms are in our lock but not in that copy.
 * @param development whether development packages are needed too
 */
export function packagesAreCurrent({ development } = { development: true }) {
  const installed = readLock('node_modules/.package-lock.json')
  if (!installed) return false
  const wanted = readLock('package-lock.json') ?? {}
  const same = (name) => wanted[name]?.integrity === installed[name]?.integrity
  return (
    Object.keys(installed).every((name) => wanted[name] && same(name)) &&
    Object.entries(wanted).every(
      ([name, entry]) => name === '' || mayBeAbsent(entry, development) || (installed[name] && same(name)),
    )
  )
}

function mayBeAbsent({ optional, dev, devOptional, peer }, development) {
  return optional || devOptional || peer || (dev && !development)
}

function readLock(file) {
  try {
    return JSON.parse(readFileSync(path.join(root, file), 'utf8')).packages
  } catch {
    return undefined
  }
}

/**
 * Installs the packages in a separate process that stops npm when it is stopped or its parent is gone: npm itself
 * continues after Ctrl-C and would empty the folder that the next start fills.
 * @returns the exit code
 */
async function install() {
  const stop = new AbortController()
  // The channel keeps a process alive unless it is unreferenced, and tells of a parent that was killed.
  process.channel?.unref()
  for (const event of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect']) process.on(event, () => stop.abort())
  const release = await holdInstallLock(path.join(root, '.installing'), stop.signal)
  try {
    // Another start may have installed them in the meantime.
    if (stop.signal.aborted || packagesAreCurrent()) return stop.signal.aborted ? 130 : 0
    process.stdout.write('Installing the packages (once; about half a minute) ')
    const dots = setInterval(() => process.stdout.write('.'), 1000)
    let { code, output } = await npmCi(stop.signal)
    // Files that a killed install was still writing.
    if (code !== 0 && output.includes('ENOTEMPTY') && !stop.signal.aborted)
      ({ code, output } = await npmCi(stop.signal))
    clearInterval(dots)
    process.stdout.write(stop.signal.aborted ? ' stopped\n' : code === 0 ? ' done\n' : ' failed\n')
    if (stop.signal.aborted) return 130
    if (code !== 0)
      process.stderr.write(`${output.trim()}\n\nCould not install the packages ("npm ci" ended with ${code}).\n`)
    return code === 0 ? 0 : 1
  } finally {
    release()
  }
}

/** Resolves when npm is gone, even if it was stopped. */
async function npmCi(stop) {
  const fromNpm = /npm-cli\.c?js$/.test(process.env.npm_execpath ?? '')
  const [command, ...first] = fromNpm ? [process.execPath, process.env.npm_execpath] : ['npm']
  // The client is built with development packages, so they are needed whatever NODE_ENV says. Errors are shown even
  // under `npm run --silent`, which npm would pass on; an unreliable registry is retried.
  const options = '--include=dev --include=optional --no-audit --no-fund --loglevel=error --fetch-retries=5'.split(' ')
  const windows = process.platform === 'win32'
  const child = spawn(command, [...first, 'ci', ...options], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: windows && !fromNpm,
    // A group of its own, so that its helpers end with it.
    detached: !windows,
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  const end = (signal) => {
    try {
      if (windows) child.kill(signal)
      else process.kill(-child.pid, signal)
    } catch {
      // It is gone already.
    }
  }
  let deadline
  const stopNpm = () => {
    end('SIGTERM')
    deadline = setTimeout(() => end('SIGKILL'), 1000)
  }
  stop.addEventListener('abort', stopNpm)
  if (stop.aborted) stopNpm()
  const code = await new Promise((resolve) => {
    child.once('error', (error) => {
      output += error.message
      resolve(1)
    })
    child.once('close', (status) => resolve(status ?? 1))
  })
  clearTimeout(deadline)
  stop.removeEventListener('abort', stopNpm)
  return { code, output }
}
