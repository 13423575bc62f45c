// cspell:ignore agmt satis jdgmt judgement mtge asgn assgn esmt disch warr
import { claims } from './document-types/claims.ts'
import { deeds } from './document-types/deeds.ts'
import type { DocumentType } from './document-types/document-type.ts'
import { land } from './document-types/land.ts'
import { loans } from './document-types/loans.ts'
import { papers } from './document-types/papers.ts'

/** The common types of recorded documents, by key. */
export const documentTypes = { ...deeds, ...loans, ...claims, ...land, ...papers } as const satisfies Record<
  string,
  DocumentType
>
export type DocumentTypeKey = keyof typeof documentTypes
const entries = Object.entries(documentTypes) as [DocumentTypeKey, DocumentType][]

/** The explanations as a group of a catalog, which a county may translate. */
export const documentTypeTexts = Object.fromEntries(entries.map(([key, { explanation }]) => [key, explanation])) as {
  readonly [K in DocumentTypeKey]: (typeof documentTypes)[K]['explanation']
}

/** What a county says about a type of document, by the name that its records use; '' means nothing. */
export type CountyDocumentText = { heading: string; paragraphContent: string }

/** An explanation; one without a key is the county's own. */
export type ExplainedDocument = { key: DocumentTypeKey | null; explanation: string }

/** Words with an abbreviation that means no other word. */
const spelledOut: Readonly<Record<string, string>> = {
  AFF: 'AFFIDAVIT',
  AGMT: 'AGREEMENT',
  AGR: 'AGREEMENT',
  ASGN: 'ASSIGNMENT',
  ASSGN: 'ASSIGNMENT',
  CERT: 'CERTIFICATE',
  DISCH: 'DISCHARGE',
  ESMT: 'EASEMENT',
  JDGMT: 'JUDGMENT',
  JUDGEMENT: 'JUDGMENT',
  LTD: 'LIMITED',
  MEMO: 'MEMORANDUM',
  MTG: 'MORTGAGE',
  MTGE: 'MORTGAGE',
  NTC: 'NOTICE',
  PART: 'PARTIAL',
  POA: 'POWER ATTORNEY',
  QUITCLAIM: 'QUIT CLAIM',
  REL: 'RELEASE',
  SAT: 'SATISFACTION',
  SATIS: 'SATISFACTION',
  WARR: 'WARRANTY',
  WTY: 'WARRANTY',
}
const dropped = new Set(['OF', 'THE', 'AND', 'A'])

/** The words of a type's name, sorted: 'DEED - QUITCLAIM' and 'Quit Claim Deed' are the same. */
function toNameKey(name: string): string {
  const words = name
    .toUpperCase()
    .replaceAll(/['’]/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
  // A name of one word may be a code: 'SAT' may appear alone.
  const full = words.flatMap((word) => (spelledOut[word] ?? word).split(' ')).filter((word) => !dropped.has(word))
  return [...new Set(full)].toSorted().join(' ')
}

const keysByName = new Map(entries.flatMap(([key, { names }]) => names.map((name) => [toNameKey(name), key] as const)))

// A feed uses a few dozen names, and a worker looks them up thousands of times a second.
const found = new Map<string, DocumentTypeKey | null>()
const maxFound = 500

/** The type that a feed means by a name or an abbreviation, or null for an unknown name. */
export function findDocumentType(name: string): DocumentTypeKey | null {
  const known = found.get(name)
  if (known !== undefined) return known
  if (name.length > maxName) return null
  if (found.size >= maxFound) found.clear()
  const key = keysByName.get(toNameKey(name)) ?? null
  found.set(name, key)
  return key
}

/** No type has a longer name, but a description may have 2,000 characters. */
const maxName = 150

/** A name with a word of four letters explains itself; the meaning of 'QC' depends on the writer. */
const isSpelledOut = (name: string): boolean => /\p{L}{4}/u.test(name)

type NamedDocument = { documentType: string; documentDescription: string }

/**
 * A sentence or two about the type of a record's document, in the county's words if it has any, or null for an unknown
 * type. The description counts first, since residents read it; next to an unknown description, a mere code says
 * nothing.
 */
export function explainDocumentType(
  { documentType, documentDescription }: NamedDocument,
  countyTexts: readonly CountyDocumentText[] = [],
): ExplainedDocument | null {
  const description = documentDescription.trim()
  const known = findDocumentType(description)
  const names = description === '' || isSpelledOut(documentType) || known ? [description, documentType] : [description]
  for (const name of names.filter((given) => given.trim() !== '')) {
    const key = findDocumentType(name)
    const own = findCountyText(name, key, countyTexts)
    if (own !== undefined) return own === '' ? null : { key: null, explanation: own }
    if (key) return { key, explanation: documentTypes[key].explanation }
  }
  return null
}

/** The county's text for a name as its records write it, or for the same type under another name. */
function findCountyText(
  name: string,
  key: DocumentTypeKey | null,
  countyTexts: readonly CountyDocumentText[],
): string | undefined {
  if (countyTexts.length === 0) return undefined
  const { byName, byType } = indexCountyTexts(countyTexts)
  return byName.get(toNameKey(name)) ?? (key === null ? undefined : byType.get(key))
}

/**
 * True if a record's document passes a property to another person, such as a deed. An unknown name counts if it says so
 * itself: 'Corporate Deed', but not 'Partial Release of Deed of Trust'.
 */
export function isOwnershipDocument({ documentType, documentDescription }: NamedDocument): boolean {
  const key = findDocumentType(documentDescription.trim()) ?? findDocumentType(documentType.trim())
  if (key) return key in deeds
  return /\bdeed\b(?! of trust)/i.test(documentDescription) && !/\btrust deed\b/i.test(documentDescription)
}

type CountyIndex = { byName: Map<string, string>; byType: Map<DocumentTypeKey, string> }
// One index per list: a worker explains thousands of records a second with the same settings.
const indexes = new WeakMap<readonly CountyDocumentText[], CountyIndex>()

/**
 * A county's texts by the name that it uses, and by the type that this name means. If two texts mean one type, the
 * first counts.
 */
function indexCountyTexts(countyTexts: readonly CountyDocumentText[]): CountyIndex {
  const known = indexes.get(countyTexts)
  if (known) return known
  const index: CountyIndex = { byName: new Map(), byType: new Map() }
  for (const { heading, paragraphContent } of countyTexts.toReversed()) {
    const name = toNameKey(heading)
    if (name === '') continue
    index.byName.set(name, paragraphContent.trim())
    const key = findDocumentType(heading)
    if (key) index.byType.set(key, paragraphContent.trim())
  }
  indexes.set(countyTexts, index)
  return index
}
