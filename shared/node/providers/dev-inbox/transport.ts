import type { Db } from '#shared/node/platform/database/client.ts'
import type { Message } from '../common/message.ts'
import { DeliveryError, type Transport } from '../common/transport.ts'
import { findInDevInbox, insertIntoDevInbox } from './dev-inbox.queries.ts'

const id = (row: number | null): string | null => (row === null ? null : `outbox-${row}`)

/** The demo's provider: messages stay in the database and are shown at /outbox. Every well-formed number takes texts. */
export function devInboxTransport(db: Db): Transport<Message> {
  return {
    name: 'outbox',
    async send({ noticeId, message }) {
      try {
        return id(await insertIntoDevInbox(db, noticeId, message))
      } catch (error) {
        if (isRefusal(error)) throw new DeliveryError('retry', 'The outbox could not keep it.')
        throw new DeliveryError('in-doubt', 'The outbox did not answer.')
      }
    },
    inDoubtWaitMs: 0,
    findMessage: async ({ noticeId }) => id(await findInDevInbox(db, noticeId)),
    lookUp: async (number) =>
      /^\+[1-9]\d{6,14}$/.test(number)
        ? { textable: true }
        : { textable: false, problem: 'This is not a phone number.' },
    close: async () => {},
  }
}

/** The database answered but stored nothing: its disk is full, or time ran out. A connection that ended (FATAL) proves nothing. */
const isRefusal = (error: unknown): boolean => (error as { severity?: unknown } | null)?.severity === 'ERROR'
