import { rmSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { stopPostmaster } from '#scripts/database/postmaster.ts'
import { listPostgresProcesses, sendToAll } from '../support/postgres-processes.ts'

/**
 * Forked by a run to guard its folders and its PostgreSQL, which outlive the process that started them: if the run is
 * killed, this ends PostgreSQL, even one that the run had paused, and removes the folders. Arguments: the folders to
 * remove, and `--data` with the data of each PostgreSQL.
 */
const { values, positionals: folders } = parseArgs({
  options: { data: { type: 'string', multiple: true, default: [] } },
  allowPositionals: true,
})
// Ctrl-C and a closed terminal reach the whole group. The run may be killed while it still cleans up.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})
process.on('disconnect', () => void clearAway().finally(() => process.exit(0)))
// The run may have gone before this began to listen.
if (!process.connected) process.emit('disconnect')

/** Processes that the run had just started, such as the creation of a cluster, may write on for a moment. */
const rounds = 10
const roundMs = 300

async function clearAway(): Promise<void> {
  for (let round = 0; round < rounds; round++) {
    // PostgreSQL removes its own files while it ends, so its folders are removed only after that.
    await Promise.all(values.data.map(endPostgres))
    for (const folder of folders) removeFolder(folder)
    await wait(roundMs)
  }
}

async function endPostgres(data: string): Promise<void> {
  // A stopped process would never notice that it should end.
  sendToAll(listPostgresProcesses(data), 'SIGCONT')
  await stopPostmaster(data).catch(() => {}) // The next round tries again.
}

function removeFolder(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true })
  } catch {
    // A process still writes there; the next round removes it.
  }
}
