import { randomInt } from 'node:crypto'
import { chownSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { databaseEnvironment, type RunAs } from '#scripts/database/binaries.ts'
import { choosePort } from '#scripts/start/port.ts'
import { type Daemon, startDaemon } from '../support/daemon.ts'
import { readGuideBlock } from '../support/guide.ts'
import { replaceEach } from '../support/haproxy.ts'
import { listPostgresProcesses, sendToAll } from '../support/postgres-processes.ts'
import { until } from '../support/until.ts'
import { type Link, openLink } from './link.ts'

/** The parts of Patroni's answer about its node that we need. */
type PatroniStatus = {
  state: string
  role: string
  timeline?: number
  replication?: { state: string }[]
}

/** One machine with PostgreSQL and Patroni, and the network between it and all others. */
export type ClusterNode = {
  name: string
  /** Where servers and workers reach PostgreSQL and the REST interface, by way of HAProxy. */
  ports: { postgres: number; rest: number }
  start(): void
  /** Patroni's answer on the machine itself; undefined if it does not answer. */
  status(): Promise<PatroniStatus | undefined>
  /** The role of each member as the cluster has it stored: 'leader', 'sync_standby' or 'replica'. */
  readRoles(): Promise<string[]>
  /** Kills PostgreSQL without a shutdown; Patroni stays. */
  killPostgres(): Promise<void>
  /** Kills Patroni and PostgreSQL without a shutdown. */
  killAll(): Promise<void>
  /** Cuts the machine off from clients, standbys and etcd. */
  cut(): void
  /** The node still receives packets, but no other node gets its own. */
  muffle(): void
  /** Everything that it sends and receives arrives late. */
  slow(ms: number): void
  /** Cuts it off from its standbys only. */
  cutReplication(): void
  mend(): void
  /** Mends the network of a machine that starts again: connections from before are reset. */
  mendWithReset(): void
  /** Pauses PostgreSQL's processes without their knowledge, and resumes them. */
  pausePostgres(): void
  resumePostgres(): void
  lastLines(): string
  stop(): Promise<void>
}

type NodeOptions = {
  name: string
  folder: string
  user: RunAs
  etcdPort: number
  isSynchronous: boolean
  passwords: { superuser: string; replication: string; rewind: string }
  /** The folder of PostgreSQL's programs. */
  binDir: string
}

const host = '127.0.0.1'
const maxStatusMs = 3_000
const patroni = '/usr/bin/patroni'

/** Where a node's PostgreSQL has its data. */
export const toDataFolder = ({ folder, name }: Pick<NodeOptions, 'folder' | 'name'>) => path.join(folder, name, 'data')

/** Prepares a node; `start` starts it. */
export async function createNode(options: NodeOptions): Promise<ClusterNode> {
  const { name, user, etcdPort } = options
  const folder = path.join(options.folder, name)
  const data = toDataFolder(options)
  mkdirSync(folder, { mode: 0o700 })
  const ports = { postgres: await findPort(), rest: await findPort() }
  const links = {
    clients: await openLink(ports.postgres),
    standbys: await openLink(ports.postgres),
    rest: await openLink(ports.rest),
    etcd: await openLink(etcdPort),
  }
  const file = path.join(folder, 'patroni.yml')
  writeFileSync(file, toPatroniConfig(options, { folder, data, ports, links }), { mode: 0o600 })
  for (const owned of [folder, file]) if (user.uid !== undefined) chownSync(owned, user.uid, user.gid ?? user.uid)

  let daemon: Daemon | undefined
  const onAllLinks = (act: (link: Link) => void) => Object.values(links).forEach(act)
  const killPostgres = () => endAll(listPostgresProcesses(data))
  const killAll = async () => {
    // Patroni first, so that it starts nothing again.
    await daemon?.end('SIGKILL')
    await killPostgres()
  }
  return {
    name,
    ports: { postgres: links.clients.port, rest: links.rest.port },
    start: () => {
      daemon = startDaemon(patroni, [file], {
        ...(user.uid !== undefined && { user: String(user.uid) }),
        log: path.join(options.folder, `${name}.log`),
        cwd: folder,
        env: { ...databaseEnvironment(), HOME: folder },
      })
    },
    status: () => ask<PatroniStatus>(ports.rest, '/patroni'),
    readRoles: async () => {
      const cluster = await ask<{ members: { role: string }[] }>(ports.rest, '/cluster')
      return cluster?.members.map(({ role }) => role) ?? []
    },
    killPostgres,
    killAll,
    cut: () => onAllLinks((link) => link.cut()),
    muffle: () => {
      for (const link of [links.clients, links.standbys, links.rest]) link.cut('answers')
      // Patroni is the caller here.
      links.etcd.cut('requests')
    },
    slow: (ms) => onAllLinks((link) => link.slow(ms)),
    cutReplication: () => links.standbys.cut(),
    mend: () => onAllLinks((link) => link.mend()),
    mendWithReset: () => onAllLinks((link) => link.mendWithReset()),
    pausePostgres: () => sendToAll(listPostgresProcesses(data), 'SIGSTOP'),
    resumePostgres: () => sendToAll(listPostgresProcesses(data), 'SIGCONT'),
    lastLines: () => daemon?.lastLines() ?? '',
    stop: async () => {
      sendToAll(listPostgresProcesses(data), 'SIGCONT')
      await killAll()
      onAllLinks((link) => link.close())
    },
  }
}

/** An answer of Patroni's REST interface; undefined if there is none. */
async function ask<T>(port: number, route: string): Promise<T | undefined> {
  try {
    const answer = await fetch(`http://${host}:${port}${route}`, { signal: AbortSignal.timeout(maxStatusMs) })
    return (await answer.json()) as T
  } catch {
    return undefined
  }
}

/** Below the ports that the kernel gives to outgoing connections: a program that restarts must find its own free. */
const [firstPort, lastPort] = [20_000, 32_000]
const found = new Set<number>()

/** A port that nothing uses, another one each time. */
export async function findPort(): Promise<number> {
  for (;;) {
    const wanted = randomInt(firstPort, lastPort)
    if (found.has(wanted)) continue
    const port = await choosePort(host, { wanted }).catch(() => undefined)
    if (port === undefined) continue
    found.add(port)
    return port
  }
}

/** The guide's configuration with this node's addresses. */
function toPatroniConfig(
  { name, isSynchronous, passwords, binDir }: NodeOptions,
  {
    folder,
    data,
    ports,
    links,
  }: {
    folder: string
    data: string
    ports: { postgres: number; rest: number }
    links: { standbys: Link; rest: Link; etcd: Link }
  },
): string {
  const config = replaceEach(readGuideBlock('Patroni', /^restapi:$/m), {
    'name: db1': `name: ${name}`,
    'listen: 10.0.0.21:8008': `listen: ${host}:${ports.rest}`,
    'connect_address: 10.0.0.21:8008': `connect_address: ${host}:${links.rest.port}`,
    // One etcd replaces three, and is reached over this node's network alone.
    'hosts: [10.0.0.21:2379, 10.0.0.22:2379, 10.0.0.23:2379]': `hosts: [${host}:${links.etcd.port}]\n  use_proxies: true`,
    'listen: 10.0.0.21:5432': `listen: ${host}:${ports.postgres}`,
    'connect_address: 10.0.0.21:5432': `connect_address: ${host}:${links.standbys.port}`,
    '10.0.0.0/24': `${host}/32`,
    '/var/lib/postgresql/15/land-alerts': data,
    'bin_dir: /usr/lib/postgresql/15/bin': `bin_dir: ${binDir}\n  parameters: { unix_socket_directories: ${folder} }`,
    'SUPERUSER-PASSWORD': passwords.superuser,
    'REPLICATION-PASSWORD': passwords.replication,
    'REWIND-PASSWORD': passwords.rewind,
    'mode: required': 'mode: off',
  })
  return isSynchronous
    ? config
    : replaceEach(config, {
        'synchronous_mode: true': 'synchronous_mode: false',
        'synchronous_mode_strict: true': 'synchronous_mode_strict: false',
      })
}

async function endAll(pids: number[]): Promise<void> {
  sendToAll(pids, 'SIGKILL')
  await until('the killed processes are gone', () => pids.every(hasEnded), 20_000)
}

/** A process whose parent has not waited for it yet (a zombie) has ended too. */
function hasEnded(pid: number): boolean {
  try {
    return /\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return true
  }
}
