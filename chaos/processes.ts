import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Client } from 'pg'
import { type Embedded, startEmbedded } from '#scripts/embedded-postgres.ts'
import { databaseUser } from '#scripts/embedded/binaries.ts'
import { clusterFolder } from '#scripts/embedded/cluster-folder.ts'
import { runningPostmaster } from '#scripts/embedded/postmaster.ts'
import { migrate } from '#shared/node/platform/migrate/migrate.ts'
import { standInEnv } from '#tests/standins/environment.ts'
import type { SendgridStandIn } from '#tests/standins/sendgrid.ts'

const root = path.join(import.meta.dirname, '..')

/** A server or worker process that faults can be injected into. */
export type RunningProcess = {
  name: 'worker' | 'server'
  /** Ends it with a signal, either at once or as its supervisor would, and starts another. */
  restart(signal: 'SIGKILL' | 'SIGTERM'): Promise<void>
  /** Suspends it for a while without its knowledge, like a suspended machine. */
  pause(ms: number): Promise<void>
  stop(): Promise<void>
}

export type ChaosDatabase = {
  embedded: Embedded
  /** Ends it mid-work and waits until its owner has restarted it. */
  restart(): Promise<void>
  stop(): Promise<void>
}

/**
 * A migrated PostgreSQL in a temporary folder that restarts when it ends.
 * @param signal SIGKILL, or SIGINT for a clean shutdown that breaks off running work
 */
export async function startDatabase(signal: 'SIGKILL' | 'SIGINT' = 'SIGKILL'): Promise<ChaosDatabase> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'land-record-alerts-chaos-'))
  // PostgreSQL runs as another user where we are root, and must reach it.
  chmodSync(folder, 0o711)
  const dataDir = path.join(folder, 'postgres')
  const embedded = await startEmbedded({ dataDir })
  await migrate({ ownerUrl: embedded.ownerUrl(), appRole: 'app' })
  const data = path.join(await clusterFolder(dataDir, databaseUser()), 'data')
  return {
    embedded,
    restart: async () => {
      const before = runningPostmaster(data)
      if (!before) throw new Error('There is no PostgreSQL to kill.')
      process.kill(before.pid, signal)
      await until(
        'PostgreSQL is back',
        async () => runningPostmaster(data)?.pid !== before.pid && isAnswering(embedded.ownerUrl()),
      )
    },
    stop: async () => {
      await embedded.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function isAnswering(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 1_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}

/** Runs the server or worker; each start is a new process. */
export async function startProcess(
  name: 'worker' | 'server',
  entry: string,
  { args = [], env }: { args?: string[]; env: NodeJS.ProcessEnv },
): Promise<RunningProcess> {
  let child: ChildProcess
  let output = ''
  const start = async () => {
    for (let tries = 1; ; tries++) {
      child = fork(path.join(root, entry), args, {
        env: { ...process.env, ...env },
        execArgv: [],
        stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      })
      for (const stream of [child.stdout, child.stderr])
        stream?.on('data', (text: Buffer) => (output = (output + text.toString()).slice(-4_000)))
      const ready = await Promise.race([once(child, 'message').then(() => true), once(child, 'exit').then(() => false)])
      if (ready) return
      // Retries as its supervisor does: the database may not be back yet.
      if (tries >= 20) throw new Error(`The ${name} does not start. Its last words:\n${output}`)
      await wait(250)
    }
  }
  await start()
  return {
    name,
    restart: async (signal) => {
      const gone = once(child, 'exit')
      child.kill(signal)
      await gone
      await start()
    },
    pause: async (ms) => {
      child.kill('SIGSTOP')
      await wait(ms)
      child.kill('SIGCONT')
    },
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return
      const gone = once(child, 'exit')
      child.disconnect()
      await gone
    },
  }
}

/** Environment of server and worker, with the stand-in providers. */
export const toProcessEnv = (
  databaseUrl: string,
  { sendgrid, twilio }: { sendgrid: SendgridStandIn; twilio: { url: string } },
  { port, publicPort }: { port: number; publicPort: number },
): NodeJS.ProcessEnv => ({
  NODE_ENV: 'production',
  DATABASE_URL: databaseUrl,
  PUBLIC_URL: `http://127.0.0.1:${publicPort}`,
  HOST: '127.0.0.1',
  PORT: String(port),
  APP_SECRET: 'only what is broken on purpose is signed with this',
  ...standInEnv(sendgrid, twilio),
  STATE_DIR: 'none',
  // Enough time for a balancer that polls ten times a second.
  DRAIN_SECONDS: '1',
  LOG_LEVEL: 'error',
})

/**
 * Waits for a condition.
 * @throws Error naming the condition that did not come true in time
 */
export async function until(what: string, holds: () => Promise<boolean> | boolean, withinMs = 120_000): Promise<void> {
  const end = performance.now() + withinMs
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`Not within ${withinMs / 1000} s: ${what}.`)
    await wait(10)
  }
}
