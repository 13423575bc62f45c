import { containsAllWords, hasSearchableWordCount } from '#shared/matching/all-words.ts'
import type { ParsedAlert } from './parsed-alert.ts'
import type { Business } from '#shared/matching/business.ts'
import type { ParsedParty } from '#shared/matching/party.ts'
import type { Reason } from '#shared/matching/reason.ts'

const baseReason = { byInitialOnly: false, otherLegalForm: false, variant: null }
const same: Reason = { ...baseReason, kind: 'sameBusiness', weakness: 0 }
const otherForm: Reason = { ...baseReason, kind: 'otherForm', weakness: 3, otherLegalForm: true }
const otherOrder: Reason = { ...baseReason, kind: 'otherOrder', weakness: 1 }
const tail: Reason = { ...baseReason, kind: 'tailBusiness', weakness: 1 }
const tailOtherOrder: Reason = { ...baseReason, kind: 'tailOtherOrder', weakness: 2 }
const tailOtherForm: Reason = { ...baseReason, kind: 'tailOtherForm', weakness: 4, otherLegalForm: true }
const truncated: Reason = { ...baseReason, kind: 'cutBusiness', weakness: 2 }
const allWords: Reason = { ...baseReason, kind: 'allWords', weakness: 20, variant: 'allWords' }

/** The strongest reason why a party is the business or trust of an alert, or null if it is not. */
export function decideBusiness(alert: ParsedAlert, party: ParsedParty): Reason | null {
  let best: Reason | null = null
  const consider = (reason: Reason) => {
    if (!best || reason.weakness < best.weakness) best = reason
  }
  for (const fromAlert of alert.businesses) {
    for (const fromRecord of party.businesses) {
      const reason = compareBusinesses(fromAlert, fromRecord)
      if (reason) consider(reason)
    }
  }
  const prefixes = [...party.wholePrefixes, ...party.partPrefixes]
  if (prefixes.some((prefix) => alert.matchTexts.some((text) => text.startsWith(prefix)))) consider(truncated)
  if (
    alert.criteria.variants.allWords &&
    hasSearchableWordCount(alert.words) &&
    containsAllWords(party.words, alert.words)
  ) {
    consider(allWords)
  }
  return best
}

function compareBusinesses(alert: Business, record: Business): Reason | null {
  if (alert.key === record.key) {
    if (hasDifferentForms(alert, record)) return record.isPartial ? tailOtherForm : otherForm
    return record.isPartial ? tail : same
  }
  if (alert.sortedWords === null || alert.sortedWords !== record.sortedWords) return null
  return record.isPartial ? tailOtherOrder : otherOrder
}

/** Legal forms differ if both names state one and share none; a missing form is not a different one. */
function hasDifferentForms(a: Business, b: Business): boolean {
  return a.legalForms.length > 0 && b.legalForms.length > 0 && !a.legalForms.some((form) => b.legalForms.includes(form))
}
