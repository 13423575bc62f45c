import { stripEndsAndForms, toWords } from '../business/business-words.ts'
import { endsInLegalForm } from '../business/business.ts'
import {
  isKnownGivenName,
  isKnownName,
  isRatherGivenName,
  isRatherSurname,
  namesOrganization,
} from '../people/name-likelihood.ts'
import type { NamePart } from '../people/name-parts.ts'
import type { NameOrder } from '../people/person.ts'
import { isTrustName } from '../text/name-markers.ts'

/**
 * Marks parts that end in a legal form. 'BAKER D & SONS LLC' is one name, so parts without a comma belong to it, and so
 * do the surnames of 'MARSH, OKAFOR & HALE LLP'.
 */
export function findLegalEntities(parts: NamePart[], order: NameOrder): boolean[] {
  const formed = parts.map((part) => endsInLegalForm(part.text) && !endsInGivenName(part.text, order))
  for (let i = parts.length - 2; i >= 0; i--) {
    const [part, next] = [parts[i], parts[i + 1]]
    if (!part || !next || !formed[i + 1] || next.separator !== '&') continue
    formed[i] ||= !part.text.includes(',') || isFirm(part.text, next.text)
  }
  return formed
}

/**
 * Two or more words separated by commas, none of them a given name except perhaps the first, before one surname and a
 * form.
 */
function isFirm(text: string, next: string): boolean {
  const [first = '', ...others] = text.split(',').map((word) => word.trim())
  const isSingle = [first, ...others].every((word) => /^\p{L}{2,}$/u.test(word))
  const isGivenName = others.length > 1 ? isRatherGivenName : isKnownGivenName
  if (!isSingle || others.some(isGivenName)) return false
  const { words } = stripEndsAndForms(toWords(next))
  return words.length === 1 && isRatherSurname(words[0] ?? '')
}

/** Forms that are also given names, in 'KIM MI NA'. */
const givenNameForms: ReadonlySet<string> = new Set(['NA', 'PA'])

/** Whether a feed that states surname first writes a surname and two short given names here: 'KIM MI NA'. */
export function endsInGivenName(text: string, order: NameOrder): boolean {
  if (order !== 'LAST_FIRST') return false
  const [surname = '', given = '', form = '', ...others] = text.trim().split(/\s+/)
  const isShort =
    given.length > 1 && given.length < 5 && given !== 'USA' && !(form === 'PA' && isRatherGivenName(given))
  return (
    others.length === 0 && givenNameForms.has(form) && isShort && isKnownName(surname) && !namesOrganization([given])
  )
}

const trustBeforeComma = /(?<![\p{L}\p{N}])(?:TRUST|RLT)(?![\p{L}\p{N}])[^,;&/]*,/u
const endsInOffice = /(?<![\p{L}\p{N}])(?:TRUSTEES?|TRSTEES?|TTEES?)[\s.,]*$/u

/** 'HELEN MARSH TRUST, ELM BANK NA TRUSTEE' without the company that acts for the trust. */
export function dropCorporateTrustee(text: string): string {
  if (!endsInOffice.test(text) || !text.includes(',')) return text
  const found = trustBeforeComma.exec(text)
  if (!found || !endsInLegalForm(text)) return text
  const head = text.slice(0, found.index + found[0].length - 1)
  return isTrustName(head) && !endsInLegalForm(head) ? head : text
}
