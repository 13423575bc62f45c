import { migrate } from '#shared/node/platform/migrate/migrate.ts'
import { withClient } from '#tests/helpers/with-client.ts'
import { type Providers, startProviders } from '#tests/standins/providers.ts'
import type { DatabaseUrls } from '../../bench/support/database.ts'
import { storeWorld } from '../harness/store-world.ts'
import { toProcessEnv } from '../processes/environment.ts'
import { type RunningProcess, startFastWorker, startServer } from '../processes/start-process.ts'
import { readGuideBlock } from '../support/guide.ts'
import { replaceEach } from '../support/haproxy.ts'
import type { Undo } from '../support/undo.ts'
import { composeWorld, type World } from '../world/world.ts'
import { type DatabaseCluster, newPassword } from './database-cluster.ts'
import { findPort } from './node.ts'

const database = 'land_alerts'
const answerMs = 50

/** The roles and the database of the guide (Install, step 1), migrated; the superuser acts as the owner. */
export async function createProductDatabase(cluster: DatabaseCluster): Promise<DatabaseUrls> {
  const owner = { name: 'land_alerts_owner', password: newPassword() }
  const app = { name: 'land_alerts_app', password: newPassword() }
  const sql = replaceEach(readGuideBlock('the roles', /^create role land_alerts_owner/m), {
    'OWNER-PASSWORD': owner.password,
    'APP-PASSWORD': app.password,
  })
  await withClient(cluster.toUrl(cluster.superuser, 'postgres'), async (client) => {
    for (const statement of sql.split(';')) if (statement.trim()) await client.query(statement)
  })
  await migrate({ ownerUrl: cluster.toUrl(owner, database), appRole: app.name })
  return { url: cluster.toUrl(app, database), ownerUrl: cluster.toUrl(cluster.superuser, database) }
}

type ProductOptions = {
  alerts: number
  servers: number
  workers: number
  deliveryClock: number
  seed: number
}

export type Product = {
  world: World
  key: string
  providers: Providers
  /** Of the servers. */
  addresses: string[]
  processes: RunningProcess[]
}

/** The product on that database: people with alerts, a feed, providers that never fail, servers and workers. */
export async function startProduct(urls: DatabaseUrls, options: ProductOptions, undo: Undo): Promise<Product> {
  const world = composeWorld(options)
  const key = await storeWorld(urls, world)
  const providers = await startProviders({ seed: options.seed, latencyMs: answerMs })
  undo.push(providers.stop)
  const ports: number[] = []
  while (ports.length < options.servers) ports.push(await findPort())
  const [publicPort = 0] = ports
  const processes: RunningProcess[] = []
  const keep = (started: RunningProcess) => {
    undo.push(started.stop)
    processes.push(started)
  }
  const envAt = (port: number) => ({ env: toProcessEnv(urls.url, providers, { port, publicPort }) })
  for (const port of ports) keep(await startServer(envAt(port)))
  for (let place = 0; place < options.workers; place++)
    keep(await startFastWorker(options.deliveryClock, envAt(publicPort)))
  return { world, key, providers, addresses: ports.map((port) => `http://127.0.0.1:${port}`), processes }
}
