import { Children, type ComponentProps, type ReactNode } from 'react'
import { getTextLanguage } from '#client/lib/i18n/mark-languages.ts'

/**
 * A word with a hyphen next to a digit, '17-03-123-045', or a phone, '(612) 555-0188': a browser would wrap inside it.
 */
const id = /((?:\(\d{3}\) )?\S*(?:\d-|-\d)\S*)/

/** The text in parts; every second part is an id: a parcel, a document number, a phone or a similar word. */
const idsIn = (text: string): string[] => text.split(id)

function whole(text: string): ReactNode {
  const parts = idsIn(text)
  if (parts.length === 1) return text
  const marked = parts.map((part, place) =>
    place % 2 === 0 ? (
      part
    ) : (
      // oxlint-disable-next-line react/no-array-index-key -- the parts of one text have no other name
      <span key={place} className="whole-id">
        {part}
      </span>
    ),
  )
  // A text in parts does not match its catalog entry any more, so it carries its own language.
  const lang = getTextLanguage(text)
  return lang ? <span lang={lang}>{marked}</span> : marked
}

/** Keeps each id of the text on one line if it fits (styles/parts.css): a wrapped id is easily misread. */
export function UnbrokenIds({ children }: { children?: ReactNode }) {
  return Children.map(children, (part) => (typeof part === 'string' ? whole(part) : part))
}

/** The same in bold, for `Trans`. */
export function BoldIds({ children, ...rest }: ComponentProps<'b'>) {
  return (
    <b {...rest}>
      <UnbrokenIds>{children}</UnbrokenIds>
    </b>
  )
}
