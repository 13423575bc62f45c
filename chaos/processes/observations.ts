import type { ChildProcess } from 'node:child_process'

/** A period in which something stood still. */
export type Stall = { at: Date; until: Date }

/** Observations of a server or worker, over all its starts. */
export type Observations = {
  /** Its last output, each time that it ended without being asked. */
  ownEnds: string[]
  /** When it stood still, because it was paused or got no time. */
  stalls: Stall[]
  /** Its last words each time that it did not stop cleanly at SIGTERM. */
  uncleanStops: string[]
  /** What it wrote about rejected promises without a handler. */
  unhandled: string[]
}

/** Follows each start of a server or worker. */
export type Observer = {
  seen: Observations
  follow(child: ChildProcess): void
  noteOwnEnd(child: ChildProcess): void
  noteUncleanStop(child: ChildProcess): void
  /** It hung, and nothing ended it. */
  noteHang(): void
  /** What it wrote last, whichever start that was. */
  lastWords(): string
}

const maxOutput = 4_000
const maxNote = 500

export function createObserver(name: string): Observer {
  const seen: Observations = { ownEnds: [], stalls: [], uncleanStops: [], unhandled: [] }
  let output = ''
  const onText = (text: string) => {
    output = (output + text).slice(-maxOutput)
    if (/unhandled ?(promise ?)?rejection/i.test(text)) seen.unhandled.push(text.slice(0, maxNote))
  }
  // Sent by ../children/observe.ts.
  const onMessage = (message: unknown) => {
    if (typeof message !== 'object' || message === null || !('stalledMs' in message)) return
    seen.stalls.push({ at: new Date(Date.now() - Number(message.stalledMs)), until: new Date() })
  }
  const describeEnd = ({ signalCode, exitCode }: ChildProcess) =>
    `${name} (${signalCode ?? exitCode}): ${output.slice(-maxNote)}`
  return {
    seen,
    follow: (child) => {
      child.on('message', onMessage)
      for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text: Buffer) => onText(text.toString()))
    },
    noteOwnEnd: (child) => void seen.ownEnds.push(describeEnd(child)),
    noteUncleanStop: (child) => void seen.uncleanStops.push(describeEnd(child)),
    noteHang: () => void seen.ownEnds.push(`${name}: hung for ever`),
    lastWords: () => output,
  }
}
