/** A message ready for its provider. All text in it is final: it has been escaped and shortened. */
export type EmailMessage = {
  channel: 'EMAIL'
  to: string
  fromName: string
  subject: string
  text: string
  /** Without double quotes, backslashes, control characters and characters beyond Latin-1: JSON has nothing to escape. */
  html: string
  headers: Record<string, string>
}
export type TextMessage = { channel: 'PHONE'; to: string; text: string }
export type Message = EmailMessage | TextMessage
