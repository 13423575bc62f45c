import { type Html, html } from '#shared/node/platform/html.ts'
import type { Labels } from '../catalog/catalog.ts'
import { type LocalizedText, withMarkup } from '../catalog/localized-text.ts'
import { toTelLink, link, soft } from './page.ts'
import type { SenderBranding } from './sender-branding.ts'

/** The county's contact in one line: 'Rowan Ashdown, Recorder, (612) 555-0130, help@county.example'. '' if none is set. */
export const contactLine = (l: SenderBranding): string =>
  [l.contactName, l.contactTitle, l.contactPhone, l.contactEmail].filter(Boolean).join(', ')

/** The county's name and contact at the foot of an email. */
export function contactHtml(l: SenderBranding): Html {
  const who = [l.countyName, l.contactName, l.contactTitle].filter(Boolean).join(', ')
  const ways = [
    l.contactPhone && link(toTelLink(l.contactPhone), l.contactPhone),
    l.contactEmail && link(`mailto:${l.contactEmail}`, l.contactEmail),
  ].filter((way) => way !== '')
  return soft(html`${who}${ways.map((way, i) => html`${i === 0 ? html`<br />` : ', '}${way}`)}`)
}

/** The same in plain text. */
export const contactText = (l: SenderBranding): string =>
  [
    [l.countyName, l.contactName, l.contactTitle].filter(Boolean).join(', '),
    [l.contactPhone, l.contactEmail].filter(Boolean).join(', '),
  ]
    .filter(Boolean)
    .join('\n')

/** The county's number, as a link that dials it. */
export function whoToCall(texts: Labels['match'], { contactPhone }: SenderBranding): LocalizedText {
  if (!contactPhone) return texts.theCounty
  const style = 'color:#0b5675;white-space:nowrap'
  return withMarkup(
    contactPhone,
    html`<a class="link" href="${toTelLink(contactPhone)}" style="${style}">${contactPhone}</a>`,
  )
}
