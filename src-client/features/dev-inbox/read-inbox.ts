import { z } from 'zod'

const messageShape = z.object({
  id: z.number(),
  channel: z.enum(['EMAIL', 'PHONE']),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  createdAt: z.iso.datetime(),
})
export type InboxEntry = z.infer<typeof messageShape>

const patience = 10_000

/**
 * The demo's messages, newest first.
 * @param to one address or E.164 number; '' for all
 */
export async function readInbox(to: string, signal: AbortSignal): Promise<InboxEntry[]> {
  const query = to ? `?${new URLSearchParams({ to })}` : ''
  const response = await fetch(`/outbox/messages${query}`, {
    signal: AbortSignal.any([signal, AbortSignal.timeout(patience)]),
  })
  if (!response.ok) throw new Error(`HTTP status ${response.status}`)
  return z.array(messageShape).parse(await response.json())
}
