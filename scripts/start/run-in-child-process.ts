import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { CannotStart } from '../support/cannot-start.ts'
import { root } from '../support/paths.ts'

/**
 * Runs a script in a child process, to release its memory afterwards. It ends with this process, unless this process is
 * killed (SIGKILL).
 * @returns its exit code (null if it was killed) and its output
 * @throws CannotStart if no process could be started
 */
export async function runInChildProcess(
  script: string,
  args: string[] = [],
): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, [script, ...args], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const end = () => child.kill()
  process.once('exit', end)
  let output = ''
  // With too many open files, a child that was not created has no streams.
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (output += chunk.toString()))
  try {
    const [code] = (await once(child, 'close')) as [number | null]
    return { code, output }
  } catch (error) {
    const why = (error as Error).message
    throw new CannotStart(`${path.relative(root, script)} failed to run (${why}).`, { cause: error })
  } finally {
    process.removeListener('exit', end)
  }
}
