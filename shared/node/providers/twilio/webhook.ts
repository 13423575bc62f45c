import { AppError } from '#shared/contract/errors.ts'
import type { Webhook } from '../common/callback.ts'
import type { CommonEnv } from '../common/provider.ts'
import { digest, readHttpHeader } from '../common/read-values.ts'
import { type FormFields, readFormFields } from './form-fields.ts'
import { isSignedByTwilio, looksSignedByTwilio } from './signature.ts'
import { twilioSources } from './sources.ts'

/** A text with its pictures takes a few KB. */
const maxBytes = 64 * 1024

/** The address to which Twilio reports the fate of a text. */
export const statusPath = '/webhooks/twilio/status'

/** The addresses to which Twilio reports statuses, and to which it passes texts to our number. */
export const twilioWebhooks = (token: string, env: Pick<CommonEnv, 'PUBLIC_URL'>): Webhook[] => [
  formWebhook({ path: statusPath, source: twilioSources.status, toKey: statusKey }, token, env),
  formWebhook({ path: '/webhooks/twilio/inbound', source: twilioSources.inbound, toKey: textKey }, token, env),
]

const first = (value: string | string[] | undefined): string =>
  Array.isArray(value) ? (value[0] ?? '') : (value ?? '')
const textId = (fields: FormFields): string => first(fields.MessageSid) || first(fields.SmsSid)
const statusKey = (fields: FormFields): string => `${textId(fields)}:${first(fields.MessageStatus)}`
const textKey = (fields: FormFields): string => textId(fields) || digest(fields)

function formWebhook(
  { path, source, toKey }: { path: string; source: string; toKey: (fields: FormFields) => string },
  token: string,
  { PUBLIC_URL: publicUrl }: Pick<CommonEnv, 'PUBLIC_URL'>,
): Webhook {
  return {
    path,
    contentType: 'application/x-www-form-urlencoded',
    maxBytes,
    hasSignature: (headers) => looksSignedByTwilio(readHttpHeader(headers, 'x-twilio-signature')),
    read({ headers, body, url }) {
      const fields = readFormFields(body)
      if (!fields) throw new AppError('tooLarge', 'The form has too many fields.')
      // The address that Twilio was given, not the one that a proxy or the caller makes of it.
      const signed = { signature: readHttpHeader(headers, 'x-twilio-signature'), address: publicUrl + url, fields }
      if (!isSignedByTwilio(token, signed)) throw new AppError('forbidden', 'The signature does not match.')
      const query = Object.fromEntries(new URL(url, publicUrl).searchParams)
      return [{ source, dedupeKey: toKey(fields), body: { ...fields, query } }]
    },
  }
}
