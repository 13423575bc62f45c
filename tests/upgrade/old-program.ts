import { type ChildProcess, fork, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

/** The address in every link of the made database: the upgraded program gets the same. */
export const publicUrl = 'http://127.0.0.1:4108'

export type OldProgram = {
  migrate(): void
  /** Starts the server or a worker, and waits until it is ready. */
  start(entry: 'src-server/main.ts' | 'src-worker/main.ts'): Promise<ChildProcess>
  stop(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<void>
}

/** Runs the commands of another checkout, on this database. */
export function openOldProgram(checkout: string, env: NodeJS.ProcessEnv): OldProgram {
  const options = { cwd: checkout, env: { ...process.env, ...env } }
  return {
    migrate: () => {
      const { status, stderr } = spawnSync(process.execPath, ['scripts/migrate.ts'], options)
      if (status !== 0) throw new Error(`The old program did not migrate: ${stderr.toString()}`)
    },
    start: async (entry) => {
      const child = fork(path.join(checkout, entry), {
        ...options,
        execArgv: [],
        stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      })
      const ended = once(child, 'exit').then(() => 'ended')
      if ((await Promise.race([once(child, 'message'), ended])) === 'ended') throw new Error(`${entry} did not start.`)
      return child
    },
    stop: async (child, signal) => {
      const ended = once(child, 'exit')
      child.kill(signal)
      await ended
    },
  }
}

export type OldBrowser = {
  cookies: Record<string, string>
  /**
   * Posts to a REST path or a tRPC procedure.
   * @throws Error if it is refused
   */
  post(address: string, body: object): Promise<void>
}

/** A browser of the old server, with cookies of its own. */
export function openOldBrowser(): OldBrowser {
  const cookies: Record<string, string> = {}
  return {
    cookies,
    post: async (address, body) => {
      const cookie = Object.entries(cookies).map(([name, value]) => `${name}=${value}`)
      const response = await fetch(`${publicUrl}${address}`, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: {
          'content-type': 'application/json',
          'sec-fetch-site': 'same-origin',
          cookie: cookie.join('; '),
        },
      })
      for (const line of response.headers.getSetCookie()) {
        const [, name, value] = /^([^=]+)=([^;]*)/.exec(line) ?? []
        if (name !== undefined && value !== undefined) cookies[name] = value
      }
      const text = await response.text()
      if (!response.ok || text.includes('"ok":false')) throw new Error(`POST ${address}: ${response.status} ${text}`)
    },
  }
}

/**
 * Waits for a condition.
 * @throws Error naming it, if it does not hold within two minutes
 */
export async function until(what: string, holds: () => Promise<boolean> | boolean): Promise<void> {
  const end = performance.now() + 120_000
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`Not within two minutes: ${what}.`)
    await wait(20)
  }
}
