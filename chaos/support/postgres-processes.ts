import { readFileSync } from 'node:fs'
import { runningPostmaster } from '#scripts/database/postmaster.ts'

/** The ids of PostgreSQL's processes on a data folder: the one that was started and, on Linux, its children. */
export function listPostgresProcesses(data: string): number[] {
  const postmaster = runningPostmaster(data)
  return postmaster ? [postmaster.pid, ...listChildren(postmaster.pid)] : []
}

function listChildren(pid: number): number[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number)
  } catch {
    return [] // It has ended meanwhile, or this is not Linux.
  }
}

export function sendToAll(pids: number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal)
    } catch {
      // It has ended meanwhile.
    }
  }
}
