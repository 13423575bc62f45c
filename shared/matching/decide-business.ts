import { containsAll, fitsAllWords } from '#shared/matching/all-words.ts'
import type { ReadAlert } from '#shared/matching/alert.ts'
import type { Business } from '#shared/matching/business.ts'
import type { ReadParty } from '#shared/matching/party.ts'
import type { Reason } from '#shared/matching/reason.ts'

const plain = { byInitialOnly: false, otherLegalForm: false, variant: null }
const same: Reason = { ...plain, kind: 'sameBusiness', weakness: 0 }
const otherForm: Reason = { ...plain, kind: 'otherForm', weakness: 3, otherLegalForm: true }
const otherOrder: Reason = { ...plain, kind: 'otherOrder', weakness: 1 }
const cut: Reason = { ...plain, kind: 'cutBusiness', weakness: 2 }
const allWords: Reason = { ...plain, kind: 'allWords', weakness: 20, variant: 'allWords' }

/** Whether a party is the business or trust an alert watches, and the strongest reason. */
export function decideBusiness(alert: ReadAlert, party: ReadParty): Reason | null {
  let best: Reason | null = null
  const consider = (reason: Reason) => {
    if (!best || reason.weakness < best.weakness) best = reason
  }
  for (const watched of alert.businesses) {
    for (const recorded of party.businesses) {
      if (watched.key === recorded.key) consider(differentForms(watched, recorded) ? otherForm : same)
      else if (watched.sorted !== null && watched.sorted === recorded.sorted) consider(otherOrder)
    }
  }
  const prefixes = [...party.wholePrefixes, ...party.partPrefixes]
  if (prefixes.some((prefix) => alert.texts.some((text) => text.startsWith(prefix)))) consider(cut)
  if (alert.watched.variants.allWords && fitsAllWords(alert.words) && containsAll(party.words, alert.words)) {
    consider(allWords)
  }
  return best
}

/** Forms differ where both names state one and share none; a form left out is no other form. */
function differentForms(a: Business, b: Business): boolean {
  return a.forms.length > 0 && b.forms.length > 0 && !a.forms.some((form) => b.forms.includes(form))
}
