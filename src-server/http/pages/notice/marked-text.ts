import type { Marks } from '#shared/contract/marks.ts'
import { cutAtMarks } from '#shared/domain/notice/marked-text.ts'
import { type Html, html } from '#shared/node/platform/html.ts'
import { unbroken } from '../kit/page-texts.ts'

/** A record's own words. The ones that match an alert are marked; the sentence next to them says how. */
export const markedText = (text: string, marks: Marks): Html =>
  html`${cutAtMarks(text, marks).map(({ text: piece, isMarked }) =>
    isMarked ? html`<mark>${unbroken(piece)}</mark>` : unbroken(piece),
  )}`
