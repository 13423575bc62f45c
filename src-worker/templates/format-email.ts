import type { EmailMessage } from '#shared/node/providers/common/message.ts'
import type { LocalizedText } from './catalog/localized-text.ts'
import { toStraightQuotes } from './format/plain.ts'
import { contactText } from './parts/contact.ts'
import type { SenderBranding } from './parts/sender-branding.ts'

/**
 * An email in the county's name.
 * @param paragraphs the plain part, to which the county's contact is added
 */
export const formatEmail = (
  branding: SenderBranding,
  { paragraphs, ...parts }: Pick<EmailMessage, 'to' | 'subject' | 'html' | 'headers'> & { paragraphs: LocalizedText[] },
): EmailMessage => ({
  channel: 'EMAIL',
  fromName: `${branding.countyName} ${branding.appTitle}`,
  text: toStraightQuotes([...paragraphs, contactText(branding)].join('\n\n')),
  ...parts,
})
