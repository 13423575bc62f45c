import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { clusterPackages } from '../cluster/database-cluster.ts'
import { installPackages } from '../support/debian-packages.ts'
import { ownRoot } from '../support/own-root.ts'

/** Processes that work in a folder or name it in their command or settings, except this one: what a run has started. */
function findProcesses(folder: string): { pid: number; command: string }[] {
  return fs.readdirSync('/proc').flatMap((name) => {
    const pid = Number(name)
    if (!Number.isInteger(pid) || pid === process.pid) return []
    try {
      const command = fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
      const settings = fs.readFileSync(`/proc/${pid}/environ`, 'utf8')
      const cwd = fs.readlinkSync(`/proc/${pid}/cwd`)
      return command !== '' && [command, settings, cwd].join(' ').includes(folder) ? [{ pid, command }] : []
    } catch {
      return [] // It has ended meanwhile, or is another user's.
    }
  })
}

const isStopped = (pid: number) => /\) T /.test(fs.readFileSync(`/proc/${pid}/stat`, 'utf8'))

const size = {
  records: 200,
  feeds: { crowd: 0, cutOff: 0, changing: 0 },
  alerts: 400,
  replies: 0,
  faults: { 'worker-paused': 5 },
}

const chaosRun = `import { runChaos } from './chaos/harness/chaos.ts'
await runChaos(${JSON.stringify(size)})`

/** The settings of `npm run chaos -- --cluster` while neither standby answers. */
const clusterWithPausedStandbys = `import { startDatabaseCluster } from './chaos/cluster/database-cluster.ts'
const cluster = await startDatabaseCluster({ isSynchronous: true, print: () => {} })
const primary = await cluster.settle()
for (const node of cluster.nodes) if (node !== primary) node.pausePostgres()
setInterval(() => {}, 60_000)`

/** Starts a run whose temporary files are all in one folder. */
function startRun(code: string) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'killed-run-'))
  // PostgreSQL runs as another user where we are root, and must reach it.
  fs.chmodSync(folder, 0o711)
  const run = spawn(process.execPath, ['--input-type=module', '--eval', code], {
    cwd: ownRoot,
    env: { ...process.env, TMPDIR: folder },
    stdio: 'ignore',
  })
  onTestFinished(() => {
    for (const { pid } of findProcesses(folder)) process.kill(pid, 'SIGKILL')
    fs.rmSync(folder, { recursive: true, force: true })
  })
  return { folder, run, exit: once(run, 'exit') }
}

async function expectNothingLeft({ folder, run, exit }: ReturnType<typeof startRun>): Promise<void> {
  run.kill('SIGKILL')
  expect(await exit).toEqual([null, 'SIGKILL'])
  await vi.waitFor(() => expect(findProcesses(folder)).toEqual([]), { timeout: 120_000, interval: 200 })
  expect(fs.readdirSync(folder)).toEqual([])
}

const workers = (folder: string) =>
  findProcesses(folder).filter(({ command }) => command.includes('children/worker.ts'))

function pausePostgres(folder: string): boolean {
  const servers = findProcesses(folder).filter(({ command }) => command.includes(' -D '))
  for (const { pid } of servers) process.kill(pid, 'SIGSTOP')
  return servers.length > 0
}

test.runIf(process.platform === 'linux').each([
  ['before its database is ready', (folder) => findProcesses(folder).some(({ command }) => / -D /.test(command))],
  ['when its workers have started', (folder) => workers(folder).length > 1],
  ['while a worker is paused', (folder) => workers(folder).some(({ pid }) => isStopped(pid))],
  ['while its PostgreSQL is paused', (folder) => workers(folder).length > 1 && pausePostgres(folder)],
] satisfies [string, (folder: string) => boolean][])(
  'a run that is killed %s leaves no process and no file',
  async (_when, mayBeKilled) => {
    const started = startRun(chaosRun)
    await vi.waitFor(() => expect(mayBeKilled(started.folder)).toBe(true), { timeout: 120_000, interval: 20 })
    await expectNothingLeft(started)
  },
  300_000,
)

test('a cluster whose command is killed while its standbys are paused leaves no process and no file', async ({
  skip,
}) => {
  const problem = await installPackages(clusterPackages)
  if (problem) return skip(problem)
  const started = startRun(clusterWithPausedStandbys)
  const paused = () =>
    findProcesses(started.folder).filter(({ pid, command }) => command.includes(' -D ') && isStopped(pid))
  await vi.waitFor(() => expect(paused()).toHaveLength(2), { timeout: 180_000, interval: 100 })
  await expectNothingLeft(started)
}, 300_000)
