import type { Keyring } from '#shared/node/platform/secrets/keyring.ts'
import type { Wordings } from './words.ts'

/** A message ready for its provider. Every text in it is plain: escaping and cutting are done. */
export type EmailMessage = {
  channel: 'EMAIL'
  to: string
  fromName: string
  subject: string
  text: string
  /** Without double quotes, backslashes and control characters: JSON takes it between quotes as it stands. */
  html: string
  headers: Record<string, string>
}
export type TextMessage = { channel: 'PHONE'; to: string; text: string }
export type Message = EmailMessage | TextMessage

/** What every message says of the county, and what links are made of. */
export type Letterhead = {
  countyName: string
  appTitle: string
  contactName: string
  contactTitle: string
  contactPhone: string
  contactEmail: string
  publicUrl: string
  secret: Keyring
  timeZone: string
  /** The county's translations of the messages; without them every message is English. */
  wordings?: Wordings
}
