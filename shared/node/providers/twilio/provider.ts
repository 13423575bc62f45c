import { z } from 'zod'
import { absent, httpAddress, optionalText } from '../common/env-values.ts'
import { defineProvider } from '../common/provider.ts'
import { readTwilioReport } from './report.ts'
import { twilioSources } from './sources.ts'
import { twilioWebhooks } from './webhook.ts'

export const twilio = defineProvider({
  open: {
    PHONE: async ({ env }) => (await import('./transport.ts')).twilioTransport(env),
  },
  env: {
    TWILIO_ACCOUNT_SID: optionalText,
    TWILIO_AUTH_TOKEN: optionalText,
    TWILIO_FROM: optionalText,
    TWILIO_BASE_URL: z.preprocess(absent, httpAddress.optional()),
  },
  requires: { TWILIO_ACCOUNT_SID: '', TWILIO_AUTH_TOKEN: '', TWILIO_FROM: '' },
  webhooks: ({ TWILIO_AUTH_TOKEN: token, ...env }) => (token ? twilioWebhooks(token, env) : []),
  callbacks: {
    [twilioSources.status]: { kind: 'report', channel: 'PHONE', read: readTwilioReport },
    [twilioSources.inbound]: { kind: 'inbound-text', fields: { from: 'From', text: 'Body' } },
  },
})
