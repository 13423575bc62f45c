import { spawn } from 'node:child_process'
import { root } from './paths.ts'

/**
 * Runs a script in a process of its own, so that we do not carry its memory along. It ends with us at the latest.
 * @returns its exit code, null where it was killed, and all it printed
 */
export async function runApart(script: string, args: string[] = []): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, [script, ...args], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const end = () => child.kill()
  process.once('exit', end)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  process.removeListener('exit', end)
  return { code, output }
}
