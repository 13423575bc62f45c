import { writeSync } from 'node:fs'
import { workerData } from 'node:worker_threads'
import { logEvents } from './log-events.ts'

export type WatchdogData = { beats: Int32Array; name: string; tickMs: number; maxTicks: number }

const { beats, name, tickMs, maxTicks } = workerData as WatchdogData
let seen = -1
let silentTicks = 0

function endProcess(): void {
  const { level, message } = logEvents['process.hung']
  const line = { time: new Date().toISOString(), level, process: name, event: 'process.hung', message }
  try {
    // Not through process.stdout: the hanging thread would have to write it.
    writeSync(1, `${JSON.stringify(line)}\n`)
  } finally {
    process.kill(process.pid, 'SIGKILL')
  }
}

setInterval(() => {
  const now = Atomics.load(beats, 0)
  silentTicks = now === seen ? silentTicks + 1 : 0
  seen = now
  if (silentTicks >= maxTicks) endProcess()
}, tickMs)
