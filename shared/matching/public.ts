/** The only entry to matching: what the product, its commands and its benchmarks use of the rule. */
export { findNotMeCause } from './explain/not-me-cause.ts'
export {
  earlierSentences,
  likelySentence,
  middleConflicts,
  parcelSentences,
  sentences,
  splitSentence,
} from './explain/reason.ts'
export { toStaffSentence } from './explain/staff-sentence.ts'
export { explainNoMatch, explainReading } from './rule/why-not.ts'
export { findParcelPieces, fitsMask, partlyReadParcelReason, splitParcels } from './parcels/split-parcels.ts'
export { guessNameOrder } from './party/guess-name-order.ts'
export { truncatedKey, truncatedKeys } from './people/truncated-name.ts'
export { misspelledWords } from './people/typing-slips.ts'
export { beginsWide, expectByCensus, toWidest } from './rule/automatic-width.ts'
export { alertKeys, decide, isMatchable, previewKeys } from './rule/decide.ts'
export { rarePerYear } from './rule/grade.ts'
export { measureRarity } from './rule/rarity.ts'
export { toSpelling } from './rule/exceptions.ts'
export { listExceptionOffers } from './rule/exception-offers.ts'
export { type ParsedAlert, alertMatchTexts, alertPeople, parseAlert } from './rule/parsed-alert.ts'
export {
  type ParsedRecord,
  classifyParties,
  parseRecord,
  recordKeys,
  recordPrefixes,
  recordSlipKeys,
  visitNames,
} from './rule/parsed-record.ts'
export { RULE_VERSION } from './rule/version.ts'
export { type FeedFormat, type PartyKind, type RecordedDocument, defaultFeedFormat } from './text/feed-format.ts'
