import type { PeerQuestion, PeerSettings } from '../support/messages.ts'
import { openMailSender } from './mail-sender.ts'

/**
 * The job of one notice, as both peers run it: reads the state again and commits the call, writes the message, makes the
 * call, and commits the outcome.
 */
export function createHandler({ databaseUrl, providerUrl }: PeerSettings) {
  const { send, end } = openMailSender(databaseUrl, providerUrl, 10)
  return { handle: (id: number) => send([id]), end }
}

/** Runs a peer's process: answers its parent's questions, and ends with it. */
export function servePeer(
  peer: { enqueue(ids: number[]): Promise<unknown>; work(): Promise<unknown>; rest(): Promise<unknown> },
  stop: () => Promise<unknown>,
): void {
  const answer = (question: PeerQuestion) => {
    if ('enqueue' in question) return peer.enqueue(question.enqueue)
    return 'work' in question ? peer.work() : peer.rest()
  }
  process.on('message', (question: PeerQuestion) => void answer(question).then(() => process.send?.({ done: true })))
  process.on('disconnect', () => void stop().finally(() => process.exit(0)))
  process.send?.({ ready: true })
}
