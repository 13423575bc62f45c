import type { Match } from '#shared/contract/match.ts'
import { cutAtMarks, type TextPiece, toMarkedLine } from '#shared/domain/notice/marked-text.ts'
import { getUnlistedRole } from '#shared/domain/notice/record-summary.ts'
import { toSingleLine } from '#shared/domain/notice/single-line.ts'
import { html } from '#shared/node/platform/html.ts'
import type { Catalog, Labels } from './catalog/catalog.ts'
import { joinTexts, withMarkup, toPlainText, type LocalizedText } from './catalog/localized-text.ts'
import type { MatchedAlert, RecordData } from './parts/notice-data.ts'
import { mark } from './parts/page.ts'

/** 'My name watches Thessaly Brandvold. The record shows BRANDVOLD THESSALY R. First and last name are the same.' */
export function formatReason(
  { name, criteria, match }: MatchedAlert,
  { parties }: RecordData,
  catalog: Catalog,
): LocalizedText {
  const { labels, translateSentence } = catalog
  const { recordRaw, marks } = toMarkedLine(match)
  // The match was with a restricted record, which shows nothing of its own.
  if (recordRaw === '') {
    const alone = { party: labels.match.whyAlone, parcel: labels.match.whyAloneParcel }[match.field]
    return alone({ alert: name, criteria: toSingleLine(criteria) })
  }
  const why = name === criteria ? labels.match.whySame : labels.match.why
  const texts = { party: why, parcel: labels.match.whyParcel }[match.field]
  const pieces = cutAtMarks(recordRaw, marks)
  const record = markWords(recordRaw, pieces)
  const values = { alert: name, criteria: toSingleLine(criteria), record }
  const under = getUnlistedRole(parties, match)
  const side = under ? [labels.match.whyUnder({ role: under.role ? labels.role[under.role] : under.ownRole })] : []
  return joinTexts(
    texts(values),
    ...side,
    translateSentence(toSingleLine(match.sentence)),
    ...listWords(pieces, labels),
  )
}

/** 'The record shows BRANDVOLD BOB. ...': a record in a list under its alert. */
export function formatListedReason(match: Match, { labels, translateSentence }: Catalog): LocalizedText {
  const { recordRaw, marks } = toMarkedLine(match)
  const pieces = cutAtMarks(recordRaw, marks)
  return joinTexts(
    labels.weekly.shows({ record: markWords(recordRaw, pieces) }),
    translateSentence(toSingleLine(match.sentence)),
    ...listWords(pieces, labels),
  )
}

const markWords = (recordRaw: string, pieces: TextPiece[]): LocalizedText =>
  withMarkup(recordRaw, html`${pieces.map(({ text, isMarked }) => (isMarked ? mark(text) : html`${text}`))}`)

/**
 * The plain part cannot mark words, so it names those that met; HTML shows them marked. Nothing is added if the whole
 * text met, or if the match is older than the marks.
 */
function listWords(pieces: TextPiece[], labels: Labels): LocalizedText[] {
  const marked = pieces.filter(({ isMarked }) => isMarked)
  if (marked.length === 0 || marked.length === pieces.length) return []
  const words = marked.map(({ text }) => `“${text}”`).join(', ')
  return [withMarkup(toPlainText(labels.match.whyWords({ words })), html``)]
}
