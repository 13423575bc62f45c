import type { Db } from '#shared/node/platform/database/client.ts'
import { defineProvider } from '../common/provider.ts'

async function open({ db }: { db: Db }) {
  const { devInboxTransport } = await import('./transport.ts')
  return devInboxTransport(db)
}

/** The demo's inbox: messages stay in the database and are shown at /outbox. */
export const devInbox = defineProvider({ open: { EMAIL: open, PHONE: open }, env: {}, requires: {}, demoOnly: true })
