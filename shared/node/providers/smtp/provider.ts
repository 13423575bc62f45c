import { z } from 'zod'
import { absent } from '../common/env-values.ts'
import { defineProvider } from '../common/provider.ts'

/** The county's own mail server. It sends no reports. */
export const smtp = defineProvider({
  open: {
    EMAIL: async ({ env }) => (await import('./transport.ts')).smtpTransport(env),
  },
  env: {
    SMTP_URL: z.preprocess(
      absent,
      z.url({ protocol: /^smtps?$/, error: 'must be an address such as smtp://user:password@host:587' }).optional(),
    ),
  },
  requires: { SMTP_URL: '' },
})
