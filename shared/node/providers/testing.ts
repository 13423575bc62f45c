import { createServer, type Server } from 'node:net'
import type { AddressInfo } from 'node:net'
import { startDeadline } from './common/deadline.ts'
import type { EmailMessage } from './common/message.ts'
import type { DeliveryError } from './common/transport.ts'

export const email: EmailMessage = {
  channel: 'EMAIL',
  to: 'resident@example.org',
  fromName: 'Alder County Land Record Alerts',
  subject: 'Café deed recorded',
  text: 'Text',
  html: '<p>Text</p>',
  headers: {
    'List-Unsubscribe': '<https://alerts.test/unsubscribe/x>',
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  },
}
export const outgoing = {
  noticeId: 7,
  attempt: 1,
  /** The deadline of a call that begins now: files of one worker share this module. */
  get deadline() {
    return startDeadline({ totalMs: 120_000, spareMs: 30_000 })
  },
}

/** 'accepted', or the kind of the delivery error. */
export const kindOf = (sent: Promise<unknown>): Promise<string> =>
  sent.then(
    () => 'accepted',
    (error: DeliveryError) => error.kind,
  )

/** A server that takes a request and closes the connection without an answer. */
export async function rudeServer(): Promise<{ url: string; server: Server }> {
  const server = createServer((socket) => socket.once('data', () => socket.destroy()))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server }
}
