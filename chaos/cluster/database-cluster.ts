import { randomBytes } from 'node:crypto'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { databaseEnvironment, databaseUser, type RunAs } from '#scripts/database/binaries.ts'
import { answersOk } from '../support/answers-ok.ts'
import { type Daemon, startDaemon } from '../support/daemon.ts'
import { readGuideBlock } from '../support/guide.ts'
import { readGuideConfig, replaceEach, startHaproxy } from '../support/haproxy.ts'
import { guardFolders } from '../support/temporary-folder.ts'
import type { Undo } from '../support/undo.ts'
import { until } from '../support/until.ts'
import { type ClusterNode, createNode, findPort, toDataFolder } from './node.ts'

/** Three PostgreSQL under Patroni, with etcd and HAProxy, on loopback. */
export type DatabaseCluster = {
  nodes: ClusterNode[]
  /** Where servers and workers find the primary, whichever it is. */
  toUrl(role: { name: string; password: string }, database: string): string
  superuser: { name: string; password: string }
  /**
   * Waits until one node is the primary and both others follow it, one of them synchronously if asked for.
   * @returns the primary
   * @throws Error with the last lines of all nodes' logs
   */
  settle(): Promise<ClusterNode>
  stop(): Promise<void>
}

/** Debian's packages that the cluster is made of. */
export const clusterPackages = ['postgresql-15', 'patroni', 'etcd-server', 'haproxy']

const host = '127.0.0.1'
const names = ['db1', 'db2', 'db3']
const binDir = '/usr/lib/postgresql/15/bin'
/** A node may have to copy the whole database again. */
const maxSettleMs = 300_000
const pollMs = 200

/** Starts the cluster in a temporary folder. `stop` ends and removes everything, or a guard if this process is killed. */
export async function startDatabaseCluster({
  isSynchronous,
  print,
}: {
  isSynchronous: boolean
  print: (line: string) => void
}): Promise<DatabaseCluster> {
  const user = databaseUser()
  const folder = mkdtempSync(path.join(os.tmpdir(), 'land-record-alerts-cluster-'))
  // The programs run as another user where we are root, and must reach their folders.
  chmodSync(folder, 0o711)
  const guard = guardFolders(
    [folder],
    names.map((name) => toDataFolder({ folder, name })),
  )
  const remove = async () => {
    guard.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
  const undo: Undo = [remove]
  const stop = async () => {
    for (const step of undo.splice(0).toReversed()) await step()
  }
  try {
    const etcdPort = await findPort()
    const etcd = await startEtcd(folder, user, etcdPort)
    undo.push(() => etcd.end('SIGTERM'))
    const passwords = { superuser: newPassword(), replication: newPassword(), rewind: newPassword() }
    const nodes: ClusterNode[] = []
    for (const name of names) {
      const node = await createNode({ name, folder, user, etcdPort, isSynchronous, passwords, binDir })
      undo.push(node.stop)
      nodes.push(node)
    }
    const port = await findPort()
    const haproxy = await startHaproxy(toHaproxyConfig(port, nodes))
    undo.push(haproxy.stop)

    const describe = () => nodes.map((node) => `${node.name}:\n${node.lastLines()}`).join('\n')
    const findPrimary = () => waitForPrimary(nodes, async () => true, describe)
    const settle = () =>
      waitForPrimary(nodes, (primary, standbys) => isSettled(primary, standbys, isSynchronous), describe)
    const [first, ...others] = nodes
    first?.start()
    await findPrimary()
    for (const node of others) node.start()
    const primary = await settle()
    print(`Three PostgreSQL run; ${primary.name} is the primary.`)
    return {
      nodes,
      toUrl: (role, database) => `postgres://${role.name}:${role.password}@${host}:${port}/${database}`,
      superuser: { name: 'postgres', password: passwords.superuser },
      settle,
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

export const newPassword = () => randomBytes(16).toString('hex')

type Standby = { state: string }

/**
 * Whether both standbys follow, and the cluster could lose its primary: Patroni promotes only a standby that it has named
 * as synchronous, which it does some seconds after a failover.
 */
async function isSettled(primary: ClusterNode, standbys: Standby[], isSynchronous: boolean): Promise<boolean> {
  if (standbys.length < names.length - 1 || standbys.some(({ state }) => state !== 'streaming')) return false
  return !isSynchronous || (await primary.readRoles()).includes('sync_standby')
}

async function waitForPrimary(
  nodes: ClusterNode[],
  isGood: (primary: ClusterNode, standbys: Standby[]) => Promise<boolean>,
  describe: () => string,
): Promise<ClusterNode> {
  let found: ClusterNode | undefined
  await until(
    'the cluster has settled',
    async () => {
      const all = await Promise.all(nodes.map(async (node) => ({ node, status: await node.status() })))
      const primaries = all.filter(({ status }) => isPrimary(status))
      const [only] = primaries
      if (!only || primaries.length > 1 || !(await isGood(only.node, only.status?.replication ?? []))) {
        await wait(pollMs)
        return false
      }
      found = only.node
      return true
    },
    maxSettleMs,
  ).catch((error: unknown) => {
    throw new Error(`${error instanceof Error ? error.message : ''}\n${describe()}`, { cause: error })
  })
  if (!found) throw new Error('The cluster has no primary.')
  return found
}

/** Patroni 3.0 still calls it master. */
const isPrimary = (status: { state: string; role: string } | undefined) =>
  status?.state === 'running' && ['master', 'primary'].includes(status.role)

async function startEtcd(folder: string, user: RunAs, port: number): Promise<Daemon> {
  const own = path.join(folder, 'etcd')
  mkdirSync(own, { mode: 0o700 })
  if (user.uid !== undefined) chownSync(own, user.uid, user.gid ?? user.uid)
  const peer = `http://${host}:${await findPort()}`
  // One etcd replaces the three of the guide.
  const settings = replaceEach(readGuideBlock('etcd', /^ETCD_NAME=/m), {
    'ETCD_INITIAL_CLUSTER=db1=http://10.0.0.21:2380,db2=http://10.0.0.22:2380,db3=http://10.0.0.23:2380': `ETCD_INITIAL_CLUSTER=db1=${peer}`,
    '/var/lib/etcd/land-alerts': own,
    'http://10.0.0.21:2379': `http://${host}:${port}`,
    'http://10.0.0.21:2380': peer,
  })
  const env = Object.fromEntries(
    settings
      .trim()
      .split('\n')
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  )
  const daemon = startDaemon('/usr/bin/etcd', [], {
    ...(user.uid !== undefined && { user: String(user.uid) }),
    log: path.join(folder, 'etcd.log'),
    cwd: own,
    env: { ...databaseEnvironment(), ...env },
  })
  const isHealthy = () => answersOk(`http://${host}:${port}/health`, 1_000)
  await until('etcd answers', isHealthy, 30_000).catch((error: unknown) => {
    throw new Error(`etcd did not start:\n${daemon.lastLines()}`, { cause: error })
  })
  return daemon
}

/** The guide's configuration with the ways to these nodes. */
function toHaproxyConfig(port: number, nodes: ClusterNode[]): string {
  const servers = nodes.map(({ ports }, place): [string, string] => [
    `10.0.0.${21 + place}:5432 check port 8008`,
    `${host}:${ports.postgres} check port ${ports.rest}`,
  ])
  return replaceEach(readGuideConfig('tcp'), {
    'bind 127.0.0.1:5000': `bind ${host}:${port}`,
    ...Object.fromEntries(servers),
  })
}
