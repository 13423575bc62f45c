import type { Marks } from '#shared/contract/marks.ts'
import { cutAtMarks } from '#shared/domain/notice/marked-text.ts'
import { UnbrokenIds } from '../ui/unbroken-ids.tsx'

/**
 * A record's own words. The words that matched an alert are marked (styles/parts.css); the sentence next to them says
 * how.
 */
export function MarkedText({ text, marks }: { text: string; marks: Marks }) {
  return cutAtMarks(text, marks).map((piece, place) => {
    const Tag = piece.isMarked ? 'mark' : 'span'
    return (
      // The same words may occur twice.
      <Tag key={`${place} ${piece.text}`}>
        <UnbrokenIds>{piece.text}</UnbrokenIds>
      </Tag>
    )
  })
}
