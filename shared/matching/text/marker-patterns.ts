/** Pieces of the patterns for markers and tails in folded text. */
const wordStart = String.raw`(?<![\p{L}\p{N}])`
const wordEnd = String.raw`(?:\.|(?![\p{L}\p{N}]))`
const gap = String.raw`[\s./]*`
const slash = String.raw`\s*[./]+\s*`

/** 'AKA' → the pattern of A/K/A, A.K.A., A K A and AKA. */
export const withOptionalGaps = (letters: string) => [...letters].join(gap)
/** 'AKA' → the pattern of A/K/A and A.K.A. */
export const withSlashes = (letters: string) => [...letters].join(slash)
export const anyOf = (...patterns: string[]) => `(?:${patterns.join('|')})`
export const spacedWords = (text: string) => text.replaceAll(' ', String.raw`\s+`)
export const toPattern = (pattern: string, flags = 'gu') => new RegExp(wordStart + pattern + wordEnd, flags)

/** CO-, SUCCESSOR and the like before an office. */
const rank = String.raw`(?:AS\s+)?(?:(?:CO[\s-]*|SUCCESSOR[\s-]+|SUCC[.]?\s+|SOLE\s+))*`
const offices = anyOf(
  'TRUSTEES?',
  'TRSTEES?',
  'TTEES?',
  'EXECUTORS?',
  'EXECUTRIX',
  'ADMINISTRATORS?',
  'ADMINISTRATRIX',
  'GUARDIANS?',
  'CONSERVATORS?',
  'CUSTODIAN',
  'NOMINEE',
)
/** A personal representative or attorney in fact. */
export const representatives = anyOf(
  rank + spacedWords('PERS?(?:ONAL)?[.]? REP(?:RESENTATIVES?)?'),
  spacedWords('(?:AS )?(?:(?:HIS|HER|THEIR) )?(?:ATTORNEYS?|ATTY)') + String.raw`[\s-]+IN[\s-]+FACT`,
)
/** Offices that serve a person, who is named as spoken after OF or FOR. */
export const wardRoles = rank + anyOf('GUARDIANS?', 'CONSERVATORS?', 'CUSTODIAN')
/** The words of an office or a representative, before OF or FOR. */
export const roles = anyOf(rank + offices, representatives, 'POA', 'AIF', 'AGENT', spacedWords('POWER OF ATTORNEY'))
