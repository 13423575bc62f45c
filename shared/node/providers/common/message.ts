/** A message ready for its provider. All text in it is final: it has been escaped and shortened. */
export type EmailMessage = {
  channel: 'EMAIL'
  to: string
  fromName: string
  subject: string
  text: string
  /**
   * An id without double quotes, backslashes and control characters, so that JSON has nothing to escape and stays
   * short.
   */
  html: string
  headers: Record<string, string>
}
export type TextMessage = { channel: 'PHONE'; to: string; text: string }
export type Message = EmailMessage | TextMessage
