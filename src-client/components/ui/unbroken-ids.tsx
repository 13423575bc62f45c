import { Children, type ComponentProps, type ReactNode } from 'react'
import { languageOfText } from '#client/lib/i18n/mark-languages.ts'

/** A word with a hyphen beside a digit, '17-03-123-045', or a phone, '(612) 555-0188'. A browser would break it there. */
const id = /((?:\(\d{3}\) )?\S*(?:\d-|-\d)\S*)/

/** The text in parts; every second is a parcel id, a document's number, a phone, or another word like them. */
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
  // Parted, it is no text of the catalogue any more: it says its language itself.
  const lang = languageOfText(text)
  return lang ? <span lang={lang}>{marked}</span> : marked
}

/** Keeps each id in its text in one piece, where it fits its line (styles/parts.css): in two it is misread. */
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
