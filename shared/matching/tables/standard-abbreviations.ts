import { directions } from '#shared/text/directions.ts'
import { suffixes } from '#shared/text/suffixes.ts'

/** The suffixes of streets and places that business names have, and only their full names. */
const inBusinessNames = 'BLVD CIR CT DR EXPY FT FWY HTS HWY LN MT MTN PKWY PL PLZ RD SQ TER TPKE TRL'.split(' ')

/** The full name is the first of a word's forms: NORTH of 'NORTH NO'. */
const toFullName = (forms = ''): string => forms.split(' ')[0] ?? ''

/** Long words of business names and their abbreviations; an abbreviation is never expanded. */
const shortToLong: Record<string, string> = {
  BROS: 'BROTHERS',
  ST: 'STREET SAINT',
  ASSOC: 'ASSOCIATION ASSOCIATIONS ASSOCIATE ASSOCIATES ASSN ASSNS ASSOCN ASSOCS',
  REV: 'REVOCABLE REVOCABEL',
  IRREV: 'IRREVOCABLE',
  LIV: 'LIVING',
  FAM: 'FAMILY',
  AVE: 'AVENUE AV',
  BLDG: 'BUILDING',
  ...Object.fromEntries(Object.entries(directions).map(([short, forms]) => [short, toFullName(forms)])),
  ...Object.fromEntries(inBusinessNames.map((short) => [short, toFullName(suffixes[short])])),
}

export const standardAbbreviations: ReadonlyMap<string, string> = new Map(
  Object.entries(shortToLong).flatMap(([short, long]) =>
    long.split(' ').map((word): [string, string] => [word, short]),
  ),
)
