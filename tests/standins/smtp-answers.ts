import type { Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { Fault } from './faults.ts'
import type { CallEnd, Entry } from './ledger.ts'

/** Answers the command under way. */
export type Done = (error?: Error | null, message?: string) => void
type Conversation = {
  socket: Socket
  done: Done
  /** Conversations whose answer never arrives. */ hanging: Set<Socket>
}

export const refusal = (responseCode: number, text: string) => Object.assign(new Error(text), { responseCode })

const toEnd = (end: CallEnd, status: number | null = null) => ({ end, status })

/**
 * Answers a mail, or does what its fault requires instead. HTTP's statuses have their counterparts: 451 for a retry, or
 * 554.
 */
export async function finishMail(
  fault: Fault | null,
  { socket, done, hanging }: Conversation,
): Promise<Pick<Entry, 'end' | 'status'>> {
  if (fault === null) return accept(socket, done)
  if (typeof fault === 'object') {
    if ('delayMs' in fault) {
      await wait(fault.delayMs)
      return accept(socket, done)
    }
    if ('slowBodyMs' in fault) {
      await writeSlowly(socket, '250-The message is in the queue\r\n', fault.slowBodyMs)
      return accept(socket, done)
    }
    const code = fault.status >= 400 && fault.status < 429 ? 554 : 451
    done(refusal(code, 'The message was not accepted'))
    return toEnd('failed', code)
  }
  if (fault === 'cut body') {
    socket.write('25', () => socket.destroy())
    return toEnd('cut body')
  }
  if (fault === 'hang' || fault === 'hang after') {
    hanging.add(socket)
    socket.once('close', () => hanging.delete(socket))
    return toEnd('hang')
  }
  socket.resetAndDestroy()
  return toEnd('reset')
}

function accept(socket: Socket, done: Done) {
  if (socket.destroyed) return toEnd('caller gone')
  done(null, 'Queued')
  return toEnd('answered', 250)
}

async function writeSlowly(socket: Socket, text: string, ms: number): Promise<void> {
  for (const character of text) {
    if (socket.destroyed) return
    socket.write(character)
    await wait(ms / text.length)
  }
}
