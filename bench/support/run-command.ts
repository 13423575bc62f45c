import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import path from 'node:path'

const root = path.join(import.meta.dirname, '../..')
/** As scripts/bootstrap.mjs runs it. */
const flags = JSON.parse(readFileSync(path.join(root, 'scripts/service-flags.json'), 'utf8')) as string[]
const sampleMs = 20

type CommandRun = { seconds: number; peakBytes: number; output: string }

/**
 * Runs a command of `scripts/` in a process of its own, and watches its memory (on Linux).
 * @throws Error with what it printed if it fails
 */
export async function runCommand(script: string, args: string[], env: NodeJS.ProcessEnv): Promise<CommandRun> {
  const start = performance.now()
  const child = spawn(process.execPath, [...flags, path.join(root, 'scripts', script), ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (output += text.toString()))
  let peakBytes = 0
  const timer = setInterval(() => (peakBytes = Math.max(peakBytes, readPeak(child.pid))), sampleMs)
  const [code] = await once(child, 'close')
  clearInterval(timer)
  if (code !== 0) throw new Error(`${script} ended with ${String(code)}: ${output}`)
  return { seconds: (performance.now() - start) / 1000, peakBytes, output }
}

/** The peak so far. 0 if the process has ended, or where there is no /proc. */
function readPeak(pid: number | undefined): number {
  try {
    const kilobytes = /^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return Number(kilobytes ?? 0) * 1024
  } catch {
    return 0
  }
}
