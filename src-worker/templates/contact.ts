import { type Html, html } from './html.ts'
import type { Letterhead } from './message.ts'
import { dial, link, soft } from './page.ts'

/** Who to turn to, in one line: 'Rowan Ashdown, Recorder, (612) 555-0130, help@county.example'. '' where none is set. */
export const contactLine = (l: Letterhead): string =>
  [l.contactName, l.contactTitle, l.contactPhone, l.contactEmail].filter(Boolean).join(', ')

/** The county's name and contact at the foot of an email. */
export function contactHtml(l: Letterhead): Html {
  const who = [l.countyName, l.contactName, l.contactTitle].filter(Boolean).join(', ')
  const ways = [
    l.contactPhone && link(dial(l.contactPhone), l.contactPhone),
    l.contactEmail && link(`mailto:${l.contactEmail}`, l.contactEmail),
  ].filter((way) => way !== '')
  return soft(html`${who}${ways.map((way, i) => html`${i === 0 ? html`<br />` : ', '}${way}`)}`)
}

/** The same in plain text. */
export const contactText = (l: Letterhead): string =>
  [
    [l.countyName, l.contactName, l.contactTitle].filter(Boolean).join(', '),
    [l.contactPhone, l.contactEmail].filter(Boolean).join(', '),
  ]
    .filter(Boolean)
    .join('\n')

export const fromName = (l: Letterhead): string => `${l.countyName} ${l.appTitle}`
