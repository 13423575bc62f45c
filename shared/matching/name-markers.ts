/**
 * Markers in a record's text, handled before anything splits it (decisions, section 6): they introduce another name
 * (A/K/A, NEE, DBA, C/O, FBO), date a trust (U/A/D), or name nobody (L/E, R/S, ET AL, ET UX). They are recognized with
 * or without slashes, periods or spaces. All functions here take folded text.
 */
const wordStart = String.raw`(?<![\p{L}\p{N}])`
const wordEnd = String.raw`(?:\.|(?![\p{L}\p{N}]))`
const gap = String.raw`[\s./]*`
const slash = String.raw`\s*[./]+\s*`

/** 'AKA' → the pattern of A/K/A, A.K.A., A K A and AKA. */
const withOptionalGaps = (letters: string) => [...letters].join(gap)
const withSlashes = (letters: string) => [...letters].join(slash)
const anyOf = (...patterns: string[]) => `(?:${patterns.join('|')})`
const spacedWords = (text: string) => text.replaceAll(' ', String.raw`\s+`)
const toPattern = (pattern: string, flags = 'gu') => new RegExp(wordStart + pattern + wordEnd, flags)

const roles = anyOf(
  spacedWords(String.raw`(?:AS )?(?:CO-?|SUCCESSOR |SOLE )?(?:TRUSTEES?|TRSTEES?|TTEES?)`),
  spacedWords(
    '(?:AS )?(?:EXECUTORS?|EXECUTRIX|ADMINISTRATORS?|ADMINISTRATRIX|GUARDIANS?|CONSERVATORS?|CUSTODIAN|NOMINEE)',
  ),
  spacedWords('(?:AS )?PERS(?:ONAL)?[.]? REP(?:RESENTATIVES?)?'),
  spacedWords('(?:AS )?ATTORNEYS? IN FACT'),
)

const nameMarkers = toPattern(
  anyOf(
    `(?<alias>${anyOf(withOptionalGaps('AKA'), withOptionalGaps('FKA'), withOptionalGaps('NKA'), spacedWords('(?:ALSO|FORMERLY|NOW) KNOWN AS'))})`,
    '(?<nee>NEE)',
    `(?<other>${anyOf(
      withOptionalGaps('DBA'),
      withOptionalGaps('FBO'),
      withSlashes('CO'),
      String.raw`C\s+O(?=\s+\p{L}{2,}[\s,]+\p{L}{2,})`,
      spacedWords('DOING BUSINESS AS'),
      spacedWords('FOR THE BENEFIT OF'),
      spacedWords('CARE OF'),
      spacedWords(`${roles} (?:OF|FOR)`),
    )})`,
  ),
)

/**
 * Most names have no marker, which these simple patterns find out fast. Each must match wherever its full pattern does.
 */
const maybeMarked =
  /[AFN][\s./]*K[\s./]*A|NEE|D[\s./]*B[\s./]*A|F[\s./]*B[\s./]*O|C(?:\s*[./]|\s+O\s)|KNOWN|DOING|BENEFIT|CARE|\s(?:OF|FOR)/
const maybeDated = /(?<![A-Z0-9])U[\s./]*[ADTW](?![A-Z]{2})|UNDER|DATED|DTD/
const maybePhrases =
  /ET[\s.]*(?:AL|UX|VIR|CON)|[LR]\s*[./]|LIFE|EST|HEIR|DEVISEE|PERS?[.O\s]|FACT|WIFE|HUSBAND|SPOUSE|SINGLE|MARRIED|TENANTS|JTW?ROS|H\s*\//
const maybeTrailing = /L\s+E|R\s+S|[MP]H?\.?\s*D|[DC]\.\s*[DVP]/

/** The role of a name within a party: the main name, an alias, a name at birth, or another person's. */
type SegmentKind = 'main' | 'alias' | 'nee' | 'other'
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

/**
 * Letters that spell a marker may be a name (AKA, JOHN; LEE, NEE) or initials (SMITH, A K A). A marker follows a name,
 * and one with spaces or periods between its letters follows a full name.
 */
function classifyMarker(found: RegExpExecArray, left: string, right: string): SegmentKind | null {
  const [text] = found
  const groups = found.groups ?? {}
  const letters = /^\p{L}[\s.]+\p{L}/u.test(text)
  if (letters && !twoWords.test(left)) return null
  if (groups['nee'] !== undefined) return twoWords.test(left) && longWord.test(right) ? 'nee' : null
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
    // Without slashes these are also names and initials, and marks only beside a trust word or a date.
    String.raw`(?<letters>U(?:[\s.]*[ADTW]){1,2}|DTD)`,
    spacedWords('UNDER (?:THE )?(?:TRUST )?(?:AGREEMENT|DECLARATION)(?: OF TRUST)?'),
    'DATED',
  ) + String.raw`(?:[\s.,]*(?:DATED|DTD))?(?:[\s.,]*${dateWord}(?![\p{L}\p{N}]))*`,
)
const endsInTrustWord =
  /(?<![\p{L}\p{N}])(?:TRUSTS?|TR|TRS|RLT|(?:CO-?)?TRUSTEES?|TRSTEES?|TTEES?|LIVING|LIV|REVOCABLE|REV|IRREVOCABLE|IRREV|FAMILY|FAM|AGREEMENT|AGMT|DECLARATION)[\s.,]*$/u
const beginsWithTrustWord = /^[\s.,]*(?:THE\s+)?(?:TRUST|REVOCABLE|IRREVOCABLE|LIVING|FAMILY)(?![\p{L}\p{N}])/u
const fullDate = new RegExp(
  String.raw`\d[/-]\d|(?<!\d)(?:18|19|20)\d\d(?!\d)|${months}[\s.,]*\d|\d(?:ST|ND|RD|TH)?\s+(?:(?:DAY|OF)\s+)*${months}|DATED`,
  'u',
)
/** How far from a mark a trust word is looked for. */
const wordReach = 24

/** Drops DATED …, U/A/D and the date that follows. UTA, UAD, UTD and DTD are names if no trust word or date is beside. */
export function dropTrustDates(text: string): string {
  if (!maybeDated.test(text)) return text
  return text.replace(trustDate, (found: string, letters: string | undefined, at: number) => {
    const end = at + found.length
    const isMark =
      letters === undefined ||
      fullDate.test(found.slice(letters.length)) ||
      endsInTrustWord.test(text.slice(Math.max(0, at - wordReach), at)) ||
      beginsWithTrustWord.test(text.slice(end, end + wordReach))
    return isMark ? ' ' : found
  })
}

const statusOrTenancy = anyOf(
  spacedWords('HUSBAND (?:AND|&) WIFE'),
  spacedWords('WIFE (?:AND|&) HUSBAND'),
  spacedWords('(?:HIS|HER) (?:WIFE|HUSBAND|SPOUSE)'),
  spacedWords('(?:AN? )?(?:SINGLE|UNMARRIED|MARRIED) (?:MAN|WOMAN|PERSON|INDIVIDUAL)'),
  spacedWords('AS (?:JOINT TENANTS|TENANTS)') + '.*',
  spacedWords('(?:JOINT TENANTS|TENANTS IN COMMON|TENANTS BY THE ENTIRETY)'),
  'JTWROS',
  'JTROS',
  String.raw`H\s*/\s*W`,
)
const statusPhrases = toPattern(
  anyOf(
    String.raw`ET[\s.]*(?:AL|UX|VIR|CON)`,
    withSlashes('LE'),
    withSlashes('RS'),
    String.raw`\(\s*LIFE\b[^)]*\)?`,
    spacedWords('LIFE ESTATE'),
    String.raw`LIFE\s+(?:E|ES|EST|ESTA|ESTAT)$`,
    spacedWords('(?:THE )?(?:ESTATE|EST[.]?) OF(?: THE)?'),
    spacedWords('(?:THE )?(?:HEIRS?|DEVISEES?)(?: AT LAW)?(?: (?:AND|&) (?:HEIRS?|DEVISEES?))? OF(?: THE)?'),
    spacedWords('(?:ESTATE|EST[.]?|HEIRS?) OF$'),
    spacedWords('(?:AS )?PERS?(?:ONAL)?[.]? REP(?:RESENTATIVES?)?(?: OF)?'),
    spacedWords('(?:AS )?ATTORNEYS? IN FACT'),
    statusOrTenancy,
  ),
)
/** Bare letters are initials at the start of a name; only at the end of a full name are they these markers and degrees. */
const trailingLetters =
  /(\p{L}{2,}[\s,]+\p{L}{2,}.*?)[\s,]+(?:L\s+E|R\s+S|M\.\s*D|PH\.?\s*D|D\.\s*D\.\s*S|D\.\s*V\.\s*M|C\.\s*P\.\s*A)\.?(?=[\s,]*(?:[&/(]|$))/gu

/** Drops phrases that are not part of a person's name. */
export function dropStatusPhrases(text: string): string {
  const without = maybePhrases.test(text) ? text.replace(statusPhrases, ' ') : text
  return maybeTrailing.test(without) ? without.replace(trailingLetters, '$1') : without
}

const maybeEstate = /EST|HEIR|DEC/
const estate = toPattern(anyOf('ESTATE', 'EST', 'HEIRS?', 'DECD', 'DECEASED'), 'u')

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
  String.raw`SUPPLEMENTAL|DECLARATION|DEC|OF|\d+|I|II|III|IV`
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

/** Removes the trust's own words and year, which leaves the people named in it, separated by ';'. */
export function dropTrustWords(text: string): string {
  return text.replace(trustWords, ' ; ').replace(year, ' ')
}
