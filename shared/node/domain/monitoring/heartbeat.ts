import { randomUUID } from 'node:crypto'
import { readFileSync, readlinkSync } from 'node:fs'
import os from 'node:os'
import { monitorEventLoopDelay, performance } from 'node:perf_hooks'
import type { Db } from '#shared/node/platform/database/client.ts'
import { cancelStandbyWaits } from '#shared/node/platform/database/standby.ts'
import type { Log } from '#shared/node/platform/log.ts'
import { type Heartbeat, readNeighbors, removeHeartbeat, writeHeartbeat } from './heartbeat.queries.ts'

/** A process counts as silent after missing three heartbeats. */
const heartbeatMs = 10_000
const resolutionMs = 20
/** Looks for rows of dead processes at the start, and then every minute. */
const beatsPerLook = 6

/** The histogram includes the timer's own period; only the rest is delay. */
const toDelayMs = (ns: number) => (Number.isFinite(ns) ? Math.max(0, ns / 1e6 - resolutionMs) : 0)

/** This boot of this machine, and the namespace of its process numbers: containers may share a host's name. */
function readPidSpace(): string {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    return `${boot} ${readlinkSync('/proc/self/ns/pid')}`
  } catch {
    return ''
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Deletes the rows of processes that died on this machine, so that a worker that keeps restarting counts once. */
async function removeDeadNeighbors(db: Db, self: Pick<Heartbeat, 'id' | 'kind' | 'pid_space'>): Promise<void> {
  if (self.pid_space === '') return
  for (const { id, pid } of await readNeighbors(db, self))
    if (pid === process.pid || !isRunning(pid)) await removeHeartbeat(db, id)
}

/**
 * Writes this process's status every few seconds until it is stopped, and keeps trying while the database does not
 * answer. It also cancels commits that wait too long for their standby: any process with a free connection cancels
 * those of all processes.
 */
export function startHeartbeat(db: Db, kind: Heartbeat['kind'], log: Log): { stop(): Promise<void> } {
  const id = randomUUID()
  const pid_space = readPidSpace()
  const started_at = new Date(Date.now() - process.uptime() * 1000)
  const delay = monitorEventLoopDelay({ resolution: resolutionMs })
  delay.enable()
  let beats = 0
  let lastUtilization = performance.eventLoopUtilization()
  let writing: Promise<void> | undefined

  const beat = async () => {
    const { rss, heapUsed } = process.memoryUsage()
    const now = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(now, lastUtilization)
    lastUtilization = now
    const measured = { loop_delay_ms: toDelayMs(delay.mean), loop_delay_max_ms: toDelayMs(delay.max) }
    delay.reset()
    await writeHeartbeat(db, {
      id,
      kind,
      host: os.hostname(),
      pid: process.pid,
      pid_space,
      started_at,
      resident_bytes: rss,
      heap_bytes: heapUsed,
      ...measured,
      loop_utilization: Number.isFinite(utilization) ? utilization : 0,
    })
      .then(() => (beats++ % beatsPerLook === 0 ? removeDeadNeighbors(db, { id, kind, pid_space }) : undefined))
      .catch((error: unknown) => log.warn('heartbeat.not_written', { error: error instanceof Error ? error.name : '' }))
  }
  const beatOnce = () => {
    // Fails only if the database does not answer at all, which the figures already show.
    cancelStandbyWaits(db).catch(() => {})
    writing ??= beat().finally(() => {
      writing = undefined
    })
  }
  beatOnce()
  const timer = setInterval(beatOnce, heartbeatMs).unref()

  return {
    async stop() {
      clearInterval(timer)
      delay.disable()
      await writing
      await removeHeartbeat(db, id).catch(() => undefined)
    },
  }
}
