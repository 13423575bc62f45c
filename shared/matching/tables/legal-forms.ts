/**
 * Legal forms, each with its spellings; the first is the short name that all of them share. Periods and the spaces
 * between initials are removed before the table is used.
 */
const spellings: Record<string, string[]> = {
  LLC: ['LLC', 'LIMITED LIABILITY COMPANY', 'LIMITED LIABILITY CO', 'LTD LIABILITY COMPANY', 'LTD LIABILITY CO'],
  LC: ['LC', 'LIMITED COMPANY', 'LTD COMPANY'],
  INC: ['INC', 'INCORPORATED', 'INCORP'],
  CORP: ['CORP', 'CORPORATION'],
  CO: ['CO', 'COMPANY'],
  LTD: ['LTD', 'LIMITED'],
  LP: ['LP', 'LIMITED PARTNERSHIP', 'LTD PARTNERSHIP'],
  LLP: ['LLP', 'LIMITED LIABILITY PARTNERSHIP', 'LTD LIABILITY PARTNERSHIP'],
  LLLP: ['LLLP', 'LIMITED LIABILITY LIMITED PARTNERSHIP', 'LTD LIABILITY LTD PARTNERSHIP'],
  GP: ['GP', 'GENERAL PARTNERSHIP'],
  PLLC: ['PLLC', 'PROFESSIONAL LIMITED LIABILITY COMPANY', 'PROFESSIONAL LIMITED LIABILITY CO'],
  PC: ['PC', 'PROFESSIONAL CORPORATION', 'PROFESSIONAL CORP'],
  PA: ['PA', 'PROFESSIONAL ASSOCIATION', 'PROFESSIONAL ASSOC', 'PROFESSIONAL ASSN'],
  NA: [
    'NA',
    'NATIONAL ASSOCIATION',
    'NATIONAL ASSOC',
    'NATIONAL ASSOCN',
    'NATIONAL ASSN',
    'NATL ASSOCIATION',
    'NATL ASSOCN',
    'NATL ASSN',
    'NATL ASSOC',
  ],
  NV: ['NV', 'NAAMLOZE VENNOOTSCHAP'],
  DST: ['DST', 'DELAWARE STATUTORY TRUST'],
}

export type LegalForm = { name: string; words: string[] }

/** Every spelling by its last word, the longest first. */
export const legalFormsByLastWord: ReadonlyMap<string, LegalForm[]> = Object.entries(spellings)
  .flatMap(([name, texts]) => texts.map((text): LegalForm => ({ name, words: text.split(' ') })))
  .toSorted((a, b) => b.words.length - a.words.length)
  .reduce((byLast, form) => {
    const last = form.words.at(-1) ?? ''
    return byLast.set(last, [...(byLast.get(last) ?? []), form])
  }, new Map<string, LegalForm[]>())

/** Every word of a legal form, for names truncated in the middle of one ('HOMES LL'). */
export const legalFormWords: readonly string[] = [
  ...new Set(Object.values(spellings).flatMap((texts) => texts.flatMap((text) => text.split(' ')))),
]
