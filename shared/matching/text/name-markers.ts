import { anyOf, roles, spacedWords, toPattern, wardRoles, withOptionalGaps, withSlashes } from './marker-patterns.ts'

/**
 * Markers in a record's text, handled before anything splits it: they introduce another name (A/K/A, NEE, DBA, FBO) or
 * a mailing address (C/O), date a trust (U/A/D), or belong to it (FAMILY TRUST). They are recognized with or without
 * slashes, periods or spaces. All functions here take folded text.
 */
const nameMarkers = new RegExp(
  String.raw`(?<percent>(?<!\d\s?)%)|` +
    toPattern(
      anyOf(
        `(?<alias>${anyOf(withOptionalGaps('AKA'), withOptionalGaps('FKA'), withOptionalGaps('NKA'), spacedWords('(?:ALSO|FORMERLY|NOW) KNOWN AS'))})`,
        '(?<nee>NEE(?!-))',
        `(?<spoken>${anyOf(
          `C?${withOptionalGaps('FBO')}`,
          withSlashes('CFBO'),
          spacedWords('(?:FOR )?(?:THE )?BENEFIT OF'),
          spacedWords(`${wardRoles} (?:OF|FOR)`),
          '(?<by>BY' + spacedWords('(?: (?:AND|&) THROUGH)?(?: (?:HIS|HER|ITS|THEIR))?') + ')',
        )})`,
        `(?<other>${anyOf(
          withOptionalGaps('DBA'),
          withSlashes('CF'),
          spacedWords('DOING BUSINESS AS'),
          spacedWords(`${roles} (?:OF|FOR)`),
        )})`,
        `(?<care>${anyOf(
          withSlashes('CO'),
          String.raw`C\s+O(?=\s+\p{L}{2,}[\s,]+\p{L}{2,})`,
          spacedWords('CARE OF'),
          'ATTN',
          'ATTENTION',
        )})`,
      ),
    ).source,
  'gu',
)

/**
 * Most names have no marker, which these simple patterns find out fast. Each must match wherever its full pattern does.
 */
const maybeMarked =
  /[AFN][\s./]*K[\s./]*A|NEE|D[\s./]*B[\s./]*A|F[\s./]*B[\s./]*O|C(?:\s*[./]|\s+O\s)|KNOWN|DOING|BENEFIT|CARE|ATT[NE]|%|\s(?:OF|FOR|BY)\s/
const maybeDated = /(?<![A-Z0-9])U[\s./]*[ADTW](?![A-Z]{2})|UNDER|DATED|DTD/

/**
 * The role of a name within a party: the main name, an alias, a name at birth, another's, one that is written as spoken
 * (a beneficiary, a ward, a representative), or that of a mailing address, which is a tail.
 */
type SegmentKind = 'main' | 'alias' | 'nee' | 'other' | 'spoken' | 'careOf'
export type Segment = { kind: SegmentKind; text: string }

const twoWords = /[\p{L}\p{N}]+[^\p{L}\p{N}]+[\p{L}\p{N}]+/u
const oneWord = /[\p{L}\p{N}]/u
const longWord = /[\p{L}\p{N}]{2}/u

/** Splits a party's text at the markers that introduce another name. The first segment is the main name. */
export function splitAtMarkers(text: string): Segment[] {
  if (!maybeMarked.test(text)) return [{ kind: 'main', text }]
  const segments: Segment[] = []
  let kind: SegmentKind = 'main'
  let from = 0
  for (const found of text.matchAll(nameMarkers)) {
    const next = classifyMarker(found, text.slice(from, found.index), text.slice(found.index + found[0].length))
    if (!next) continue
    segments.push({ kind, text: text.slice(from, found.index) })
    kind = next
    from = found.index + found[0].length
  }
  segments.push({ kind, text: text.slice(from) })
  return segments
}

/** An office after BY: 'ESTATE OF JANE DOE BY JOHN DOE EXECUTOR' names two people. Elsewhere BY is a word of a name. */
const office =
  /(?<![A-Z])(?:EXEC|ADMIN|TRUSTEE|TTEE|GUARDIAN|CONSERVATOR|ATTORNEY|ATTY|AGENT|POA|AIF|PERSONAL REP|PERS?\b)/

/**
 * Letters that spell a marker may be a name (AKA, JOHN; LEE, NEE) or initials (SMITH, A K A). A marker follows a name,
 * and one with spaces or periods between its letters follows a full name.
 */
function classifyMarker(found: RegExpExecArray, left: string, right: string): SegmentKind | null {
  const [text] = found
  const groups = found.groups ?? {}
  if (groups['percent'] !== undefined) return 'careOf'
  const letters = /^\p{L}[\s.]+\p{L}/u.test(text)
  if (letters && !twoWords.test(left)) return null
  if (groups['care'] !== undefined) return 'careOf'
  if (groups['nee'] !== undefined) return twoWords.test(left) && longWord.test(right) ? 'nee' : null
  if (groups['by'] !== undefined)
    return twoWords.test(left) && twoWords.test(right) && office.test(right) ? 'spoken' : null
  if (groups['spoken'] !== undefined) return 'spoken'
  if (groups['alias'] === undefined) return 'other'
  return twoWords.test(left) || (oneWord.test(left) && oneWord.test(right)) ? 'alias' : null
}

/** A month, also without its last letters ('SEPTEMB'). */
const months = anyOf(
  ...'JANUARY FEBRUARY MARCH APRIL MAY JUNE JULY AUGUST SEPTEMBER OCTOBER NOVEMBER DECEMBER'
    .split(' ')
    .map((month) => month.slice(0, 3) + [...month].slice(3).reduceRight((rest, letter) => `(?:${letter}${rest})?`, '')),
)
const dateWord = anyOf(String.raw`\d{1,4}(?:ST|ND|RD|TH)?(?:[/-]\d{1,2}[/-]\d{2,4})?`, months, 'THE', 'DAY', 'OF', 'ON')
const trustDate = toPattern(
  anyOf(
    String.raw`U(?:\s*/\s*[ADTW])+(?:\s*/\s*O)?`,
    // Without slashes these are also names and initials, and marks only after a trust word or before a date.
    String.raw`(?<letters>U(?:[\s.]*[ADTW]){1,2}|DTD)`,
    spacedWords('UNDER (?:THE )?(?:TRUST )?(?:AGREEMENT|DECLARATION)(?: OF TRUST)?'),
    'DATED',
  ) + String.raw`(?:[\s.,]*(?:DATED|DTD))?(?:[\s.,]*${dateWord}(?![\p{L}\p{N}]))*`,
)
const endsInTrustWord =
  /(?<![\p{L}\p{N}])(?:TRUSTS?|TR|TRS|RLT|(?:CO-?)?TRUSTEES?|TRSTEES?|TTEES?|LIVING|LIV|REVOCABLE|REV|IRREVOCABLE|IRREV|FAMILY|FAM|AGREEMENT|AGMT|DECLARATION)[\s.,]*$/u
const fullDate = new RegExp(
  String.raw`\d[/-]\d|(?<!\d)(?:18|19|20)\d\d(?!\d)|${months}[\s.,]*\d|\d(?:ST|ND|RD|TH)?\s+(?:(?:DAY|OF)\s+)*${months}|DATED`,
  'u',
)
/** How far from a mark a trust word is looked for. */
const wordReach = 24

/** Drops DATED …, U/A/D and the date that follows. UTA, UAD, UTD and DTD are names unless they follow a trust word or precede a date. */
export function dropTrustDates(text: string): string {
  if (!maybeDated.test(text)) return text
  return text.replace(trustDate, (found: string, letters: string | undefined, at: number) => {
    const isMark =
      letters === undefined ||
      fullDate.test(found.slice(letters.length)) ||
      endsInTrustWord.test(text.slice(Math.max(0, at - wordReach), at))
    return isMark ? ' ' : found
  })
}

const maybeEstate = /EST|HEIR|DEC/
const estate = toPattern(anyOf('ESTATE', 'EST', 'HEIRS?', 'DECD', 'DECEASED'), 'u')

const realEstate = /(?<!\p{L})REAL\s+ESTATE(?!\p{L})/gu

/** Writes REAL ESTATE, the trade, as REALTY: it is no estate of a person's. */
export const abbreviateRealEstate = (text: string): string =>
  text.includes('ESTATE') ? text.replace(realEstate, 'REALTY') : text

/** Whether the text names an estate. */
export function isEstateName(text: string): boolean {
  return maybeEstate.test(text) && estate.test(text)
}

const trustAbbreviation = toPattern('(LIV|LIVING|FAM|FAMILY|REV|REVOCABLE|IRREV|IRREVOCABLE|LAND)[.]? +TR')
const trustCompanyAbbreviation = toPattern('TR(?= +(?:CO|COMPANY)(?![A-Z]))')

/** Writes TR as TRUST after LIV, FAM, REV, IRREV or LAND, and before COMPANY. */
export function expandTrustAbbreviation(text: string): string {
  if (!text.includes('TR')) return text
  return text.replace(trustAbbreviation, '$1 TRUST').replace(trustCompanyAbbreviation, 'TRUST')
}

const trustDescriptors =
  'REVOCABLE|REVOCABEL|REV|IRREVOCABLE|IRREV|LIVING|LIV|FAMILY|FAM|LAND|TESTAMENTARY|MARITAL|BYPASS|SURVIVORS?|' +
  'CHARITABLE|REMAINDER|EXEMPT|RESIDENTIAL|RESIDENCE|PERSONAL|QUALIFIED|JOINT|SEPARATE|PROPERTY|SPECIAL|NEEDS|' +
  String.raw`SUPPLEMENTAL|DECLARATION|DEC|GST|CREDIT|SHELTER|DECEDENTS?|INTER|VIVOS|AMENDED|RESTATED|DYNASTY|OF|\d+|II|III|IV`
const trustSuffixes = String.raw`AGREEMENT|DECLARATION|OF|FOR|FUND|NO|NUMBER|\d+|I|II|III|IV|THE|A|B|C`
/** A trust whose last word was omitted or truncated: 'ALDER FAMILY 1997 REVOCABLE'. */
const truncatedTrust = String.raw`(?:REVOCABLE|IRREVOCABLE|LIVING|FAMILY)(?:\s+\d{4})?\s*$`
const trustWords = toPattern(
  String.raw`(?:(?:${trustDescriptors})[.]?[\s-]+)*(?:(?:TRUSTS?|RLT)(?:[.]?\s+(?:${trustSuffixes})(?![\p{L}\p{N}]))*|${truncatedTrust})`,
)
const year = /(?<![\p{L}\p{N}-])(?:19|20)\d{2}(?![\p{L}\p{N}-])/gu
const trustWord = toPattern(anyOf('TRUSTS?', 'RLT', truncatedTrust), 'u')
const maybeTrust = /TRUST|RLT|VOCABLE|LIVING|FAMILY/

/** Whether the text (after `expandTrustAbbreviation`) names a trust. */
export function isTrustName(text: string): boolean {
  return maybeTrust.test(text) && trustWord.test(text)
}

/** A piece of a trust's text. `isTrust` is true for what the trust's own words follow: its name. */
export type TrustPiece = { text: string; isTrust: boolean }

/** Splits the text at the trust's own words and leaves them and its year out. */
export function splitAtTrustWords(text: string): TrustPiece[] {
  const pieces: TrustPiece[] = []
  let from = 0
  for (const found of text.matchAll(trustWords)) {
    pieces.push({ text: text.slice(from, found.index).replace(year, ' '), isTrust: true })
    from = found.index + found[0].length
  }
  pieces.push({ text: text.slice(from).replace(year, ' '), isTrust: false })
  return pieces
}
