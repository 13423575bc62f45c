import { splitWords, stripEndsAndForms, toWords } from '../business/business-words.ts'
import { endsInLegalForm } from '../business/business.ts'
import { isInitial } from '../people/given-names.ts'
import {
  isKnownGivenName,
  isKnownName,
  isRatherGivenName,
  isRatherSurname,
  namesOrganization,
} from '../people/name-likelihood.ts'
import type { NamePart } from '../people/name-parts.ts'
import type { NameOrder } from '../people/person.ts'
import { surnameShare } from '../tables/census.ts'
import { firmEndings, organizationWords, tradeWords } from '../tables/organization-words.ts'
import { isTrustName } from '../text/name-markers.ts'
import { beginsWithGivenName, beginsWithSaint, isInstitution, shareInstitutionWord } from './institutions.ts'

/**
 * Marks parts that name no person: they end in a legal form, or are a church or a school. 'BAKER D & SONS LLC' is one
 * name, so parts without a comma belong to it, and so do the surnames of 'MARSH, OKAFOR & HALE LLP'; but not the bare
 * owner of 'MARSH, PETER & HELEN & ALDER LLC'.
 *
 * @param isPersonal whether the text around them shows a person: an estate, a trust of a family, A SINGLE MAN
 */
export function findLegalEntities(parts: NamePart[], order: NameOrder, isPersonal = false): boolean[] {
  const isForm = (part: NamePart) => endsInLegalForm(part.text) && !endsInGivenName(part.text, order)
  const areCouple = isPersonal || shareInstitutionWord(parts)
  const formed = parts.map(
    (part, i) =>
      isForm(part) || isInstitution(part.text, order, areCouple || followsOwner(parts, i)) || endsSaintsName(parts, i),
  )
  for (let i = parts.length - 2; i >= 0; i--) {
    const [part, next] = [parts[i], parts[i + 1]]
    if (!part || !next || !formed[i + 1] || next.separator !== '&') continue
    formed[i] ||= part.text.includes(',') ? isFirm(part.text, next.text) : !isOwner(parts, i)
  }
  return formed
}

/** 'ST PETER & PAUL CHURCH': the last part alone would be a person. */
const endsSaintsName = (parts: NamePart[], i: number) =>
  i > 0 &&
  i === parts.length - 1 &&
  isInstitution(`ST ${parts[i]?.text ?? ''}`, null) &&
  beginsWithSaint(parts[0]?.text ?? '') &&
  parts.every(({ text, separator }) => separator !== '/' && !text.includes(','))

/** Whether a part without a comma, before a company or an institution, is a person of its own. */
function isOwner(parts: NamePart[], i: number): boolean {
  const [text, next] = [parts[i]?.text ?? '', parts[i + 1]?.text ?? '']
  const mayBeOwner = isBareOwner(text) || isFullName(text)
  if (mayBeOwner && followsOwner(parts, i) && isOwnCompany(parts, i + 1)) return true
  return isInstitution(next, null) && beginsWithGivenName(text)
}

const isGiven = (word: string) => isInitial(word) || isRatherGivenName(word)

/** Given names alone: MARY, MARY A, or one word of three letters or more that no list knows. */
function isBareOwner(text: string): boolean {
  const [first = '', ...others] = splitWords(text)
  if (others.length === 0 && first.length > 2 && !isKnownName(first))
    return !isFirmWord(first) && /^\p{L}+$/u.test(first)
  return first.length > 1 && [first, ...others].every(isGiven)
}

/** Given names and a surname, which no list need know: MARY A OKAFOR. */
function isFullName(text: string): boolean {
  const words = splitWords(text)
  const [surname = '', ...others] = words.toReversed()
  return (
    others.some(isKnownGivenName) &&
    others.every(isGiven) &&
    surname.length > 1 &&
    !isFirmWord(surname) &&
    !namesOrganization(words)
  )
}

/** Whether a part before this one is 'SURNAME, GIVEN', so that '&' parts owners. */
const followsOwner = (parts: NamePart[], i: number) =>
  parts.slice(0, i).some(({ text }) => text.includes(',') && !endsInLegalForm(text))

const isFirmWord = (word: string) => firmEndings.has(word) || organizationWords.has(word) || tradeWords.has(word)

/** The share of surnames from which a word counts as a person's name. */
const leastSurname = 0.00002
const isName = (word: string) => isKnownGivenName(word) || surnameShare(word) >= leastSurname

/**
 * After '&' a single word with a legal form is no company of its own: it ends the name of a firm ('BAKER, D & SONS LLC',
 * 'MARSH & HALE LLC'). A word that is no person's name is one after an owner: 'MARSH, PETER & ALDERGATE LLC'.
 */
export function isOwnCompany(parts: NamePart[], i: number): boolean {
  const part = parts[i]
  if (part?.separator !== '&' || !endsInLegalForm(part.text)) return true
  const [word = '', ...others] = stripEndsAndForms(toWords(part.text)).words
  return others.length > 0 || (followsOwner(parts, i) && !isFirmWord(word) && !isName(word))
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
  // Each word of the office has these letters.
  if (!text.includes('TEE') || !endsInOffice.test(text) || !text.includes(',')) return text
  const found = trustBeforeComma.exec(text)
  if (!found || !endsInLegalForm(text)) return text
  const head = text.slice(0, found.index + found[0].length - 1)
  return isTrustName(head) && !endsInLegalForm(head) ? head : text
}
