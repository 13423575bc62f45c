import type { Db } from '#shared/node/db/client.ts'
import type { Env } from '#shared/node/env.ts'
import { outboxTransport } from './outbox.ts'
import { sendgridTransport } from './sendgrid.ts'
import { smtpTransport } from './smtp.ts'
import type { Transports } from './transport.ts'
import { twilioTransport } from './twilio.ts'

/** The providers that the configuration names; null for texts where there are none. */
export function openTransports(env: Env, db: Db): Transports {
  const email = { sendgrid: sendgridTransport, smtp: smtpTransport, outbox: () => outboxTransport(db) }
  const texts = { twilio: twilioTransport, outbox: () => outboxTransport(db), none: () => null }
  return { EMAIL: email[env.EMAIL_TRANSPORT](env), PHONE: texts[env.SMS_TRANSPORT](env) }
}
