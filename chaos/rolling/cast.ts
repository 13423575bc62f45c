import { Client } from 'pg'
import { type Providers, startProviders } from '#tests/standins/providers.ts'
import { journalFlags } from '../oracle/journal.ts'
import { migrateBy, startDatabase } from '../processes/database.ts'
import { toProcessEnv } from '../processes/environment.ts'
import { ownRoot } from '../support/own-root.ts'
import { chooseServerPort } from '../support/server-port.ts'
import { makeTemporaryFolder } from '../support/temporary-folder.ts'
import type { Undo } from '../support/undo.ts'
import { composeWorld, type World } from '../world/world.ts'
import { type Checkouts, layOutCheckouts, storeWorldBy } from './checkouts.ts'

/** A county at work: its database with people and alerts, the providers, and both versions of the program. */
export type RollingCast = {
  checkouts: Checkouts
  /** The version that is installed first. */
  first: string
  world: World
  /** Connected as the owner of the tables. */
  client: Client
  url: string
  ownerUrl: string
  feedKey: string
  providers: Providers
  /** The proxy's address, as all outside callers know it. */
  publicUrl: string
  publicPort: number
  serverPorts: [number, number]
  /** Migrates with the command of a checkout. */
  migrate(checkout: string): Promise<void>
  /** The settings of a server or worker, as the guide gives them. */
  env(port?: number): NodeJS.ProcessEnv
}

const alerts = 2_000
/** So slow that a worker that stops has calls under way. */
const answerMs = 400
/** A daily limit would hold notices; a run sends as many as a large county in a day. */
const service = { floodNoticesPerDay: 1_000_000 }

/**
 * Lays out both versions, and starts the first one's database and the providers.
 * @param root the folder of the program, if only that is tried
 */
export async function openCast(
  { seed, browsers, root }: { seed: number; browsers: boolean; root?: string },
  undo: Undo,
): Promise<RollingCast> {
  const folder = makeTemporaryFolder('rolling')
  undo.push(async () => folder.remove())
  const checkouts =
    root === undefined
      ? layOutCheckouts(folder.path, { pages: browsers })
      : { present: root, earlier: undefined, reason: 'A changed program is tried.' }
  const first = checkouts.earlier ?? checkouts.present
  const database = await startDatabase({ flags: journalFlags, root: first })
  undo.push(database.stop)
  const { embedded } = database
  const [url, ownerUrl] = [embedded.appUrl(), embedded.ownerUrl()]
  // A changed program has nothing of these runs.
  const feedKey = await storeWorldBy(root === undefined ? first : ownRoot, { url, ownerUrl }, { seed, alerts })
  const client = new Client({ connectionString: ownerUrl })
  await client.connect()
  undo.push(() => client.end())
  await client.query(`insert into setting (key, value) values ('service', $1)`, [service])

  const [publicPort, one, two] = [await chooseServerPort(), await chooseServerPort(), await chooseServerPort()]
  const publicUrl = `http://127.0.0.1:${publicPort}`
  // Reports about messages come through the proxy, too, those about texts only once.
  const providers = await startProviders({ seed, latencyMs: answerMs, callbacks: { toServer: () => publicUrl } })
  undo.push(providers.stop)
  return {
    checkouts,
    first,
    world: composeWorld({ seed, alerts }),
    client,
    url,
    ownerUrl,
    feedKey,
    providers,
    publicUrl,
    publicPort,
    serverPorts: [one, two],
    migrate: (checkout) => migrateBy(checkout, embedded),
    env: (port = one) => {
      const { DRAIN_SECONDS: _short, ...env } = toProcessEnv(url, providers, { port, publicPort })
      return { ...env, TRUSTED_PROXY: '127.0.0.1' }
    },
  }
}
