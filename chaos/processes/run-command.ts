import { execFile } from 'node:child_process'
import path from 'node:path'

/** A command of the program, as `npm run` names it. */
export type Command = {
  name: 'migrate' | 'backup'
  args?: string[]
  /** The room that its disk has for a file, in bytes. */
  roomBytes?: number
}

/** The status is null if it did not end in time and was killed. */
export type CommandResult = { status: number | null; said: string }

/** Several times what one takes on a busy machine. */
const endsWithinMs = 120_000
/** What `ulimit -f` counts in. */
const blockBytes = 512

/** Runs a command of a checkout to its end. The kernel itself refuses writes beyond its room. */
export function runCommand(
  root: string,
  env: NodeJS.ProcessEnv,
  { name, args = [], roomBytes }: Command,
): Promise<CommandResult> {
  const limit = roomBytes === undefined ? 'unlimited' : Math.floor(roomBytes / blockBytes)
  const words = [process.execPath, path.join(root, `scripts/${name}.ts`), ...args]
  const options = { cwd: root, env: { ...process.env, ...env }, timeout: endsWithinMs, killSignal: 'SIGKILL' } as const
  return new Promise((resolve) => {
    const child = execFile('sh', ['-c', `ulimit -f ${limit}; exec "$@"`, 'sh', ...words], options, (_, out, err) =>
      resolve({ status: child.exitCode, said: `${out}${err}`.trim() }),
    )
  })
}
