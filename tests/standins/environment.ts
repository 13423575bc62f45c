import { type SendgridStandIn, sendgridKey } from './sendgrid.ts'
import { twilioAccount, twilioNumber, twilioToken } from './twilio-account.ts'

/** The configuration of a server or worker that sends through the stand-ins. */
export const standInEnv = (
  sendgrid: Pick<SendgridStandIn, 'url' | 'webhookKey'>,
  twilio: { url: string },
): Record<string, string> => ({
  EMAIL_TRANSPORT: 'sendgrid',
  EMAIL_FROM: 'alerts@county.example',
  SENDGRID_API_KEY: sendgridKey,
  SENDGRID_BASE_URL: sendgrid.url,
  SENDGRID_WEBHOOK_KEY: sendgrid.webhookKey,
  SMS_TRANSPORT: 'twilio',
  TWILIO_ACCOUNT_SID: twilioAccount,
  TWILIO_AUTH_TOKEN: twilioToken,
  TWILIO_FROM: twilioNumber,
  TWILIO_BASE_URL: twilio.url,
})
