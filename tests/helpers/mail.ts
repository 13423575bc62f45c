import { setTimeout as sleep } from 'node:timers/promises'
import { listDevMessages, type DevMessage } from '#server/features/dev-inbox/dev-inbox.queries.ts'
import { devInboxTransport } from '#shared/node/providers/dev-inbox/transport.ts'
import { startDelivery } from '#worker/delivery/loop.ts'
import { defaultOptions } from '#worker/platform/deps.ts'
import type { TestServer } from './server.ts'

export type Mail = {
  /** Waits up to ten seconds for that many messages to an address; newest first. */
  to(address: string, count?: number): Promise<DevMessage[]>
  /** Waits until nothing is left to send, and returns every message, newest first. */
  all(): Promise<DevMessage[]>
  stop(): Promise<void>
}

async function until<T>(what: string, look: () => Promise<T | undefined>): Promise<T> {
  const end = Date.now() + 60_000
  for (;;) {
    const found = await look()
    if (found !== undefined) return found
    if (Date.now() > end) throw new Error(`Still not so after a minute: ${what}`)
    await sleep(10)
  }
}

/** The word joiners in usernames (src-worker/templates/format/prevent-links.ts) are not seen. */
const withoutWordJoiners = (message: DevMessage): DevMessage => ({
  ...message,
  text: message.text.replaceAll('\u2060', ''),
})

/** Delivers a test server's messages to the outbox, as the worker does, with the tickets created at the send. */
export function startMail({ deps }: TestServer): Mail {
  const inbox = devInboxTransport(deps.db)
  const loop = startDelivery({ ...deps, options: { ...defaultOptions, pollMs: 20 } }, { EMAIL: inbox, PHONE: inbox })
  // No test waits for the minute between two links.
  const hurry = () =>
    deps.pool.query(
      `update delivery set next_attempt_at = now() from notice n
       where n.id = notice_id and n.template = 'registration' and next_attempt_at > now() and delivery.attempt = 0`,
    )
  return {
    to: (address, count = 1) =>
      until(`${count} messages to ${address}`, async () => {
        await hurry()
        const found = (await listDevMessages(deps.db, address, 100)).map(withoutWordJoiners)
        return found.length >= count ? found : undefined
      }),
    all: () =>
      until('nothing is left to send', async () => {
        await hurry()
        // A message about ended or moved notices goes out after a minute.
        const soon = new Date(Date.now() + 30_000)
        const due = deps.db.selectFrom('delivery').select('notice_id').where('next_attempt_at', '<', soon)
        const left = await due.execute()
        return left.length === 0 ? (await listDevMessages(deps.db, null, 1000)).map(withoutWordJoiners) : undefined
      }),
    stop: () => loop.stop(),
  }
}

/** The ticket of a message's link, such as `CompleteRegistration`. */
export function extractTicket(message: Pick<DevMessage, 'text'> | undefined, page: string): string {
  const ticket = new RegExp(String.raw`/${page}/([A-Za-z0-9_-]{43})\b`).exec(message?.text ?? '')?.[1]
  if (!ticket) throw new Error(`The message has no link to ${page}: ${message?.text ?? 'no message'}`)
  return ticket
}
