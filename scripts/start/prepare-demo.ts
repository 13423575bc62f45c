import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import { loadEnv } from '#shared/node/configuration/env.ts'
import { toUrlHost } from '#shared/node/platform/host-and-port.ts'
import { startEmbedded, type Embedded } from '../database/embedded-postgres.ts'
import { loadOrCreateDemoFile, isDemoFileComplete, type DemoFile, writeDemoFile } from '../demo/demo-file.ts'
import { openDataFolder, postgresFolder } from '../support/paths.ts'
import { choosePort } from './port.ts'
import { loadOrCreateSecret } from './secret.ts'

type Demo = {
  /** For server and worker. */
  env: NodeJS.ProcessEnv
  /** The address at which the server will listen. */
  address: string
  /**
   * Writes .data/demo.json, tells a second start this one's address, and posts the sample records on the first start.
   */
  opened(address: string): Promise<DemoFile>
}

/**
 * The embedded database, started, migrated and, the first time, seeded; and the environment for those who use it.
 * @param database settles before anything else happens, so that a stop in the middle can end it
 * @param publicUrl where browsers reach the demo, if not at the server itself
 * @throws ConfigurationError, AlreadyRunning, PortTaken, CannotStart
 */
export async function prepareDemo(
  say: (line: string) => void,
  database: (starting: Promise<Embedded>) => void,
  publicUrl?: string,
): Promise<Demo> {
  openDataFolder()
  const given = {
    NODE_ENV: 'production',
    ...process.env,
    ...(publicUrl && { PUBLIC_URL: publicUrl }),
    EMBEDDED_DATABASE: '1',
  }
  // Reports faults before starting anything; the database address and the secret are not known yet.
  const unknown = { DATABASE_URL: 'postgres://app@127.0.0.1/', APP_SECRET: randomBytes(32).toString('base64url') }
  const { HOST } = loadEnv({ ...given, ...unknown })
  const starting = startEmbedded({ dataDir: postgresFolder, onRestart: say })
  database(starting)
  // Loads the migration code while PostgreSQL starts.
  const [embedded, { migrate }] = await Promise.all([starting, import('#shared/node/platform/migrate/migrate.ts')])
  const wanted = process.env.PORT ? Number(process.env.PORT) : undefined
  const [port] = await Promise.all([
    choosePort(HOST, { wanted, patience: embedded.reused ? 5000 : 0 }),
    migrate({ ownerUrl: embedded.ownerUrl(), appRole: 'app' }),
  ])
  const env = { ...given, APP_SECRET: loadOrCreateSecret(), DATABASE_URL: embedded.appUrl(), PORT: String(port) }
  // Seeding needs many modules, which a second start does not load.
  const complete = isDemoFileComplete() && (await isSeeded(embedded.appUrl()))
  const demo = { ...loadOrCreateDemoFile(), url: loadEnv(env).PUBLIC_URL }
  const seeded = complete ? undefined : await (await import('../demo/seed-demo.ts')).seedDemo(env, demo)
  if (seeded) demo.feedKey = seeded.feedKey
  return {
    env,
    address: `http://${toUrlHost(HOST)}:${port}`,
    opened: async (address) => {
      await embedded.announce(demo.url)
      writeDemoFile(demo)
      await seeded?.feedSamples(address)
      return demo
    },
  }
}

/** The sample records are posted last, in one request: if there are any, everything is there. */
async function isSeeded(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5000 })
  await client.connect()
  try {
    const { rows } = await client.query<{ seeded: boolean }>('select exists (select from event) as seeded')
    return rows[0]?.seeded ?? false
  } finally {
    await client.end()
  }
}
