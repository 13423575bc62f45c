import { containsAllWords, hasSearchableWordCount } from '../business/all-words.ts'
import { type Business, unsortedWords } from '../business/business.ts'
import { haveOtherYears } from '../business/trust-years.ts'
import type { Found, Met } from '../explain/matched-words.ts'
import { baseReason, type Ungraded } from '../explain/reason.ts'
import type { ParsedParty } from '../party/party.ts'
import { gradeReason, isSurer } from './grade.ts'
import type { ParsedAlert } from './parsed-alert.ts'

const same: Ungraded = { ...baseReason, kind: 'sameBusiness', weakness: 0 }
const otherForm: Ungraded = { ...baseReason, kind: 'otherForm', weakness: 3, otherLegalForm: true }
const otherOrder: Ungraded = { ...baseReason, kind: 'otherOrder', weakness: 1 }
const otherSmallWords: Ungraded = { ...baseReason, kind: 'otherSmallWords', weakness: 1 }
const tail: Ungraded = { ...baseReason, kind: 'tailBusiness', weakness: 1 }
const tailOtherOrder: Ungraded = { ...baseReason, kind: 'tailOtherOrder', weakness: 2 }
const tailOtherForm: Ungraded = { ...baseReason, kind: 'tailOtherForm', weakness: 4, otherLegalForm: true }
const otherYear: Ungraded = { ...baseReason, kind: 'otherYear', weakness: 2 }
const truncated: Ungraded = { ...baseReason, kind: 'cutBusiness', weakness: 2 }
const allWords: Ungraded = { ...baseReason, kind: 'allWords', weakness: 20, variant: 'allWords' }
const writtenShort: Ungraded = { ...baseReason, kind: 'writtenShort', weakness: 30, variant: 'possible' }
const possibleWords: Ungraded = { ...allWords, variant: 'possible' }

/**
 * The strongest reason why a party is the business or trust of an alert, and the words that matched; null if it is not.
 */
export function decideBusiness(alert: ParsedAlert, party: ParsedParty): Found | null {
  let best: Found | null = null
  const { variants } = alert.criteria
  const consider = (ungraded: Ungraded, met: () => Met) => {
    const reason = gradeReason(ungraded, null, variants.possible)
    if (reason && (!best || isSurer(reason, best.reason))) best = { reason, met }
  }
  for (const fromAlert of alert.businesses) {
    for (const fromRecord of party.businesses) {
      const reason = compareBusinesses(fromAlert, fromRecord)
      if (reason) consider(reason, () => toMetBusiness(fromAlert, fromRecord))
    }
  }
  if (variants.possible) {
    for (const short of alert.shortNames) {
      for (const fromRecord of party.businesses)
        if (short.key === fromRecord.key) consider(writtenShort, () => toMetBusiness(short, fromRecord))
    }
  }
  for (const prefix of [...party.wholePrefixes, ...party.partPrefixes]) {
    if (alert.matchTexts.some((text) => text.startsWith(prefix))) {
      consider(truncated, () => ({ kind: 'ending', text: prefix }))
    }
  }
  // Single letters, as of 'G & E LLC', are in many names.
  const isByWords = variants.allWords || (variants.possible && alert.words.some((word) => word.length > 2))
  if (isByWords && hasSearchableWordCount(alert.words)) {
    if (containsAllWords(party.words, alert.words))
      consider(variants.allWords ? allWords : possibleWords, () => ({ kind: 'words', words: alert.words }))
  }
  return best
}

function compareBusinesses(fromAlert: Business, fromRecord: Business): Ungraded | null {
  if (fromAlert.isUndated || fromRecord.isUndated) return compareUndated(fromAlert, fromRecord)
  const { isPartial } = fromRecord
  if (fromAlert.key === fromRecord.key) {
    if (hasDifferentForms(fromAlert, fromRecord)) return isPartial ? tailOtherForm : otherForm
    return isPartial ? tail : same
  }
  if (fromAlert.sortedWords === null || fromAlert.sortedWords !== fromRecord.sortedWords) return null
  if (isPartial) return tailOtherOrder
  return joinMainWords(fromAlert) === joinMainWords(fromRecord) ? otherSmallWords : otherOrder
}

/** One year may be left out on either side; two years differ. */
function compareUndated(fromAlert: Business, fromRecord: Business): Ungraded | null {
  if (haveOtherYears(fromAlert.years, fromRecord.years)) return null
  const isSame =
    fromAlert.key === fromRecord.key ||
    (fromAlert.sortedWords !== null && fromAlert.sortedWords === fromRecord.sortedWords)
  return isSame ? otherYear : null
}

const joinMainWords = ({ words }: Business) => words.filter((word) => !unsortedWords.has(word)).join('')

function toMetBusiness(fromAlert: Business, { key, sortedWords, legalForms }: Business): Met {
  const shared = legalForms.filter((form) => fromAlert.legalForms.includes(form))
  return { kind: 'business', key, sortedWords: fromAlert.key === key ? null : sortedWords, legalForms: shared }
}

/** Legal forms differ if both names state one and share none; a missing form is not a different one. */
function hasDifferentForms(a: Business, b: Business): boolean {
  return a.legalForms.length > 0 && b.legalForms.length > 0 && !a.legalForms.some((form) => b.legalForms.includes(form))
}
