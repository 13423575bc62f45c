import type { Db } from '../platform/database/client.ts'
import type { Env } from '../platform/env.ts'
import { outboxTransport } from './dev-inbox/dev-inbox.ts'
import { sendgridTransport } from './sendgrid/sendgrid.ts'
import { smtpTransport } from './smtp/smtp.ts'
import type { Transports } from './common/transport.ts'
import { twilioTransport } from './twilio/twilio.ts'

/** The providers that the configuration names; null for texts where there are none. */
export function openTransports(env: Env, db: Db): Transports {
  const email = { sendgrid: sendgridTransport, smtp: smtpTransport, outbox: () => outboxTransport(db) }
  const texts = { twilio: twilioTransport, outbox: () => outboxTransport(db), none: () => null }
  return { EMAIL: email[env.EMAIL_TRANSPORT](env), PHONE: texts[env.SMS_TRANSPORT](env) }
}
