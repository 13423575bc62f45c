import { createPublicKey } from 'node:crypto'
import { z } from 'zod'
import { absent, httpAddress, optionalText } from '../common/env-values.ts'
import { defineProvider } from '../common/provider.ts'
import { readSendgridReport } from './report.ts'
import { sendgridWebhook } from './webhook.ts'

const isPublicKey = (base64: string) => {
  try {
    return Boolean(createPublicKey({ key: Buffer.from(base64, 'base64'), format: 'der', type: 'spki' }))
  } catch {
    return false
  }
}

export const sendgrid = defineProvider({
  open: {
    EMAIL: async ({ env }) => (await import('./transport.ts')).sendgridTransport(env),
  },
  env: {
    SENDGRID_API_KEY: optionalText,
    SENDGRID_BASE_URL: z.preprocess(absent, httpAddress.default('https://api.sendgrid.com')),
    SENDGRID_WEBHOOK_KEY: z.preprocess(
      absent,
      z.string().refine(isPublicKey, 'must be the verification key that SendGrid shows for the webhook').optional(),
    ),
  },
  requires: {
    SENDGRID_API_KEY: '',
    SENDGRID_WEBHOOK_KEY: ' (the verification key of the signed event webhook)',
  },
  webhooks: ({ SENDGRID_WEBHOOK_KEY: key }) => (key ? [sendgridWebhook(key)] : []),
  callbacks: { sendgrid: { kind: 'report', channel: 'EMAIL', read: readSendgridReport } },
})
