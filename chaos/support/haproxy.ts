import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { readGuideBlock } from './guide.ts'
import { until } from './until.ts'

const usualPaths = ['/usr/sbin/haproxy', '/usr/local/sbin/haproxy', '/usr/bin/haproxy', '/usr/local/bin/haproxy']

/** The proxy's program, or undefined if it is not installed. */
export const findHaproxy = (): string | undefined => usualPaths.find((file) => existsSync(file))

export type Haproxy = {
  /** What it has logged so far: changes of its servers' states. */
  output(): string
  stop(): Promise<void>
}

/**
 * The configuration that docs/operations.md gives for HAProxy.
 * @param mode 'http' for the one in front of the servers, 'tcp' for the one in front of the database
 */
export const readGuideConfig = (mode: 'http' | 'tcp'): string =>
  readGuideBlock(`HAProxy with "mode ${mode}"`, new RegExp(`^ *mode ${mode}$`, 'm'))

/**
 * Puts this run's own texts in place of the documented ones, such as addresses.
 * @throws Error naming a text that the configuration does not have
 */
export function replaceEach(config: string, replacements: Record<string, string>): string {
  return Object.entries(replacements).reduce((text, [from, to]) => {
    if (!text.includes(from)) throw new Error(`The configuration has no "${from}".`)
    return text.replaceAll(from, to)
  }, config)
}

/**
 * Runs the proxy in the foreground. It ends with this process, however that ends.
 * @throws Error if it is not installed, a `bind` is not on loopback, or the proxy refuses the configuration
 */
export async function startHaproxy(config: string): Promise<Haproxy> {
  const program = findHaproxy()
  if (!program) throw new Error('HAProxy is not installed.')
  const binds = [...config.matchAll(/^\s*bind\s+(\S+)/gm)].map(
    ([, bind = '']) => /^127\.0\.0\.1:(\d+)$/.exec(bind)?.[1],
  )
  const ports = binds.filter((port) => port !== undefined).map(Number)
  if (ports.length === 0 || ports.length < binds.length) throw new Error('HAProxy may only bind to loopback here.')

  // It reads the file once, so that no file is left behind later, however this process ends.
  const folder = mkdtempSync(path.join(os.tmpdir(), 'land-record-alerts-haproxy-'))
  const file = path.join(folder, 'haproxy.cfg')
  writeFileSync(file, config)
  try {
    const check = spawnSync(program, ['-c', '-f', file], { encoding: 'utf8' })
    if (check.status !== 0) throw new Error(`HAProxy refuses its configuration:\n${check.stderr}\n${config}`)
    return await run(program, file, ports)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function run(program: string, file: string, ports: number[]): Promise<Haproxy> {
  // HAProxy does not notice when its parent dies; the kernel tells it.
  const child = spawn('setpriv', ['--pdeathsig', 'KILL', program, '-db', '-f', file], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text: Buffer) => (output = (output + text.toString()).slice(-20_000)))
  const exit = once(child, 'exit')
  const stop = async () => {
    child.kill('SIGTERM')
    await exit
  }
  try {
    await until(
      'HAProxy listens',
      async () => {
        if (child.exitCode !== null) throw new Error(`HAProxy ended:\n${output}`)
        return (await Promise.all(ports.map(isListening))).every(Boolean)
      },
      10_000,
    )
  } catch (error) {
    await stop()
    throw error
  }
  return { output: () => output, stop }
}

async function isListening(port: number): Promise<boolean> {
  const socket = net.connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}
