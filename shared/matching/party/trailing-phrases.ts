import { anyOf, representatives, spacedWords, toPattern, withSlashes } from '../text/marker-patterns.ts'

/**
 * Trailing phrases around a name that say in what capacity people act or where they live, and so are not part of the
 * name. Phrases of one word are a table, dropped-words. All functions take folded text.
 */
const standings = anyOf(
  spacedWords('HUSBAND (?:AND|&) WIFE'),
  spacedWords('WIFE (?:AND|&) HUSBAND'),
  spacedWords('(?:HIS|HER) (?:WIFE|HUSBAND|SPOUSE)'),
  spacedWords('(?:AN? )?(?:SINGLE|UNMARRIED|MARRIED|DIVORCED|WIDOWED) (?:MAN|WOMAN|PERSON|INDIVIDUAL|COUPLE)'),
  spacedWords('SURVIVING (?:SPOUSE|(?:JOINT |JT )?TENANT)'),
  spacedWords('(?:AS )?(?:(?:HIS|HER|THEIR) )?SOLE (?:(?:AND|&) SEPARATE )?(?:PROPERTY|ESTATE)'),
  spacedWords('FEME SOLE'),
  spacedWords('(?:(?:AND|&) )?(?:AN )?UNKNOWN SPOUSE(?! OF)'),
  spacedWords('(?:AND|OR|&) (?:THEIR|HIS|HER|ITS) SUCCESSORS?(?: IN (?:TRUST|INTEREST))?'),
  spacedWords('SUCCESSORS? IN (?:TRUST|INTEREST)'),
  String.raw`H\s*/\s*W`,
)
/** HUSBAND AND WIFE in letters, in brackets or after two names. */
const couple = String.raw`(?:H\s*(?:[&/]|AND)\s*W|W\s*(?:[&/]|AND)\s*H)`
/** Names the person whose widow, spouse or heir someone is. */
const relative = spacedWords(
  '(?:(?:AND|&) )?(?:AS )?(?:THE )?(?:SURVIVING |UNKNOWN )?(?:SPOUSE|WIFE|HUSBAND|WIDOW|WIDOWER|HEIRS?|DEVISEES?)(?: AT LAW)? OF(?: THE)?',
)
/** A representative before another name: 'SMITH JOHN ATTY IN FACT HALE PETER'. */
const representative = String.raw`${representatives}[.]?(?=\s+(?!(?:AND|OF|FOR|OR)\s)\p{L})`
const relativeOf = new RegExp(String.raw`[\s,]+${anyOf(relative, representative)}\s+(?=\p{L})`, 'gu')
const bracketedCouple = new RegExp(String.raw`\(\s*${couple}\s*\)`, 'g')
const trailingCouple = new RegExp(String.raw`[\s,]+${couple}[\s.,]*$`)
/** Letters with slashes are a tenancy only after a full name: 'SMITH, J/T' is two people. */
const afterFullName = String.raw`(?<=[\p{L}&][\s,.]{1,9}\p{L}{1,40}[\s,.]{1,9})`
const tenancies = anyOf(
  spacedWords('(?:(?:AND |& )?NOT )?AS (?:JOINT TENANTS|TENANTS)') + '.*',
  spacedWords('(?:JOINT TENANTS?|TENANTS IN COMMON|TENANTS BY THE ENTIRETY)'),
  spacedWords('(?:WITH )?(?:THE |FULL )?RIGHTS? OF SURVIV[A-Z]*'),
  'JTW?ROS',
  afterFullName + anyOf(withSlashes('TE'), 'TEES'),
  spacedWords('JT (?:TEN|WROS)'),
  afterFullName + anyOf(...['JTWROS', 'JTRS', 'JT', 'TIC'].map(withSlashes)),
)
const interest = String.raw`(?:\d+\s*/\s*\d+|(?!\sAND\s)[^&/;])*`
const interests = anyOf(
  String.raw`AS\s+TO\s+${interest}`,
  String.raw`(?:AN?\s+)?UNDIVIDED\s+${interest}`,
  String.raw`(?:\d+\s*/\s*\d+|\d+(?:[.]\d+)?\s*%)(?:\s+INT(?:EREST)?)?`,
)
const relation = '(?:HEIRS?|DEVISEES?|SPOUSES?|WIDOW|WIDOWER)'
const successor =
  '(?:HEIRS?|DEVISEES?|SPOUSES?|LEGATEES|GRANTEES|ASSIGNEES|ASSIGNS|BENEFICIARIES|LIENORS|CREDITORS|TRUSTEES)'
const estates = anyOf(
  String.raw`\(\s*LIFE\b[^)]*\)?`,
  spacedWords('LIFE EST(?:ATE)?'),
  String.raw`LIFE\s+(?:E|ES|EST|ESTA|ESTAT)$`,
  spacedWords('(?:THE )?(?:ESTATE|EST[.]?) OF(?: THE)?'),
  spacedWords(
    `(?:THE )?(?:UNKNOWN )?${relation}(?: AT LAW)?(?:(?:,? (?:AND|&|OR) |, ?)${successor})*(?:,? IF ANY,?)? OF(?: THE)?`,
  ),
  spacedWords('(?:ESTATE|EST[.]?|HEIRS?) OF$'),
)
/** The CO of CO-TRUSTEE; the office itself is a dropped word. 'HARBOR TRUST CO TRUSTEE' is a company. */
const coBeforeOffice =
  String.raw`(?:CO\s*-\s*|(?<!\b(?:TRUST|BANK|BANKING|TITLE|INSURANCE|MORTGAGE|LOAN|REALTY|LAND)\s+)CO\s+)` +
  String.raw`(?=(?:TRUSTEES?|TRSTEES?|TTEES?|TRS?|EXEC|EXECUTORS?|EXECUTRIX)(?![\p{L}\p{N}]))`
const phrases = toPattern(
  anyOf(
    String.raw`ET[\s.]*(?:AL|UX|VIR|CON)`,
    withSlashes('LE'),
    withSlashes('RS'),
    estates,
    `${representatives}(?:\\s+OF)?`,
    standings,
    tenancies,
    interests,
    spacedWords('(?:ROTH|TRADITIONAL|ROLLOVER|INHERITED|SEP) IRA'),
  ),
)
const coPhrases = new RegExp(String.raw`(?<![\p{L}\p{N}])${coBeforeOffice}`, 'gu')
/** The spouse named after ET UX, AND WIFE or HIS WIFE. */
const namedSpouse = new RegExp(
  String.raw`[\s,(]+(?:ET[\s.]*(?:UX|VIR)[.,]?|(?:(?:&|AND)\s*(?:(?:HIS|HER)\s+)?|(?:HIS|HER)\s+)(?:WIFE|HUSBAND|SPOUSE))` +
    String.raw`(?:\s*,\s*|\s+)(?!(?:AND|AS)\s)(?=\p{L})`,
  'gu',
)

/**
 * Most names have no trailing phrase, which these simple patterns find out fast. Each must match wherever its full
 * pattern does.
 */
const maybeTransfer = /T\s*\/?\s*O\s*\/?\s*D|TRANSFER/
const maybePhrases =
  /TEES|ET[\s.]*(?:AL|UX|VIR|CON)|[LRJTH]\s*[./]|LIFE|EST|HEIR|DEVISEE|PERS?[.O\s]|FACT|WIFE|HUSBAND|SPOUSE|SINGLE|MARRIED|DIVORCED|WIDOWED|TENAN|JT|AS\s+TO\s|UNDIVIDED|SUCCESSOR|SURVIV|\d\s*[/%]|SOLE|IRA/
const maybeSpouse = /ET[\s.]*(?:UX|VIR)|WIFE|HUSBAND|SPOUSE/
const maybeCouple = /[HW]\s*(?:[&/]|AND)\s*[HW][\s.,)]*$/
const maybeRelative = /(?:SPOUSE|WIFE|HUSBAND|WIDOW|WIDOWER|HEIRS?|DEVISEES?|LAW)\s+OF\s|FACT\s|REP/
const maybeCo = /CO[\s-]+[TE]/
const maybeUnit = /UNIT|APT|SUITE|STE|#/
const maybeTrailing = /L\s+E|R\s+S|[MP]H?\.?\s*D|[DC]\.\s*[DVP]/

/** TOD between two names parts an owner from a beneficiary. Before a single word it is a name: 'JOHN TOD SMITH'. */
const transferOnDeath = new RegExp(
  String.raw`[\s,]+(?:TOD|${withSlashes('TOD')}|${spacedWords('TRANSFER ON DEATH')})(?:\s+TO)?[\s,]+(?=\p{L}[\p{L}-]+[\s,]+(?:\p{L}[.]?\s+)*\p{L}{2,})`,
  'gu',
)

/** Bare letters are initials at the start of a name; only at the end of a full name are they these marks and degrees. */
const degree = String.raw`(?:M\.\s*D|PH\.?\s*D|D\.\s*D\.\s*S|D\.\s*V\.\s*M|C\.\s*P\.\s*A)\.?`
const trailingLetters = new RegExp(
  String.raw`[\s,]+(?:L\s+E\.?|R\s+S\.?|${degree}(?:[\s,]+P\.\s*[CA]\.?)?)(?=[\s,]*(?:[&/(]|$))`,
  'gu',
)
const fullName = /\p{L}{2,}[\s,]+(?:\p{L}[.\s,]{1,9}){0,3}\p{L}{2,}/u

const unit =
  /[\s,]+(?:(?:UNIT|APT|SUITE|STE)[.]?\s+(?:NO[.]?\s+)?#?|#\s*)(?:\d[\p{L}\p{N}-]*|\p{L}{1,2})(?![\p{L}\p{N}])/gu
const twoWords = /[\p{L}\p{N}]+[^\p{L}\p{N}]+[\p{L}\p{N}]+/u

/** A surname, a comma, a given name and perhaps an initial, as most names of people: these have no trailing phrase. */
const plainName = /^[A-Z]{2,}, ?[A-Z]{2,}(?: [A-Z])?$/

/** Drops the phrases that are not part of a person's name. */
export function dropTails(text: string): string {
  if (plainName.test(text)) return text
  let rest = text
  if (maybeTransfer.test(rest)) rest = rest.replace(transferOnDeath, separateOwner)
  if (maybeUnit.test(rest)) rest = dropUnits(rest)
  if (maybeCo.test(rest)) rest = rest.replace(coPhrases, '')
  if (maybeSpouse.test(rest)) rest = rest.replace(namedSpouse, ' & ')
  if (rest.includes('(')) rest = rest.replace(bracketedCouple, ' ')
  if (maybeCouple.test(rest)) rest = rest.replace(trailingCouple, dropAfterTwoNames)
  if (maybeRelative.test(rest)) rest = rest.replace(relativeOf, separateAfterFullName)
  if (maybePhrases.test(rest)) rest = rest.replace(phrases, ' ')
  return maybeTrailing.test(rest) ? rest.replace(trailingLetters, dropAfterFullName) : rest
}

const dropAfterFullName = (mark: string, offset: number, text: string) =>
  fullName.test(text.slice(0, offset)) ? '' : mark

/** H & W after 'SMITH JOHN & MARY'; after 'SMITH,' they are initials of two people. */
function dropAfterTwoNames(mark: string, offset: number, text: string): string {
  const names = text.slice(0, offset).split(/[&/]|\sAND\s/)
  return names.length > 1 && /\p{L}{2}/u.test(names.at(-1) ?? '') ? '' : mark
}

const namesRelatives = /(?<!\p{L})(?:UNKNOWN|HEIRS?|DEVISEES?|SPOUSES?)(?!\p{L})/u

/** 'MARY SMITH, WIDOW OF JOHN SMITH' names two separate people. */
const separateAfterFullName = (mark: string, offset: number, text: string) =>
  fullName.test(text.slice(0, offset)) && !namesRelatives.test(text.slice(0, offset)) ? ' ; ' : mark

/** TOD after 'ESTATE OF' is a first name. */
const separateOwner = (mark: string, offset: number, text: string) =>
  /(?<!\p{L})OF\s*$/u.test(text.slice(0, offset)) ? mark : separateAfterFullName(mark, offset, text)

/** UNIT 4, APT B and #12 after a full name; at the start of a name such words are names themselves. */
function dropUnits(text: string): string {
  return text.replace(unit, (whole, offset: number) => (twoWords.test(text.slice(0, offset)) ? ' ' : whole))
}
