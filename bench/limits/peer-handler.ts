import { Pool } from 'undici'
import { connect } from '#shared/node/platform/database/client.ts'
import { call, messageFor } from './call.ts'
import { byIndexes, commitCallsStatement, recordOutcomesStatement } from './notice-statements.ts'

/** What a peer's process is started with; `options` are the settings that are tried. */
export type PeerSettings = {
  databaseUrl: string
  ownerUrl: string
  providerUrl: string
  options: Record<string, number>
}
/** The messages it accepts once it runs; it answers each with `{ done: true }`. */
export type PeerQuestion = { enqueue: number[] } | { work: { sample: string } } | { rest: true }

/** As many as ours. */
const connections = 50

/**
 * The job of one notice, as both peers run it: reads the state again and commits the call, makes it with bytes made
 * beforehand, and commits the outcome.
 */
export function createHandler({ databaseUrl, providerUrl }: PeerSettings) {
  const { pool, end } = connect(databaseUrl, { max: 10, settings: byIndexes })
  const provider = new Pool(providerUrl, { connections, pipelining: 1 })
  let sample = ''
  return {
    setSample: (message: string) => void (sample = message),
    handle: async (id: number) => {
      const { rowCount } = await pool.query({ ...commitCallsStatement, values: [[id]] })
      if (rowCount === 0) return
      const { message, calledAt } = await call(provider, id, messageFor(sample, id))
      await pool.query({ ...recordOutcomesStatement, values: [[id], [message], [calledAt]] })
    },
    end: async () => {
      await provider.close()
      await end()
    },
  }
}

/** Runs a peer's process: answers its parent's questions, and ends with it. */
export function servePeer(
  peer: { enqueue(ids: number[]): Promise<unknown>; work(sample: string): Promise<unknown>; rest(): Promise<unknown> },
  stop: () => Promise<unknown>,
): void {
  const answer = (question: PeerQuestion) => {
    if ('enqueue' in question) return peer.enqueue(question.enqueue)
    return 'work' in question ? peer.work(question.work.sample) : peer.rest()
  }
  process.on('message', (question: PeerQuestion) => void answer(question).then(() => process.send?.({ done: true })))
  process.on('disconnect', () => void stop().finally(() => process.exit(0)))
  process.send?.({ ready: true })
}
