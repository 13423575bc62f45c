/**
 * Words of business names and the abbreviations that county indexes write for them. Singular and plural share one only
 * where the index writes one for both. An abbreviation is never expanded.
 */
const shortToLong: Record<string, string> = {
  PROP: 'PROPERTY PROPERTIES PROPS',
  INV: 'INVESTMENT INVESTMENTS INVS INVT INVTS INVEST',
  MGMT: 'MANAGEMENT MGT MNGMT MGMNT',
  DEV: 'DEVELOPMENT DEVELOPMENTS DEVEL DEVT',
  UNIV: 'UNIVERSITY',
  NATL: 'NATIONAL',
  INTL: 'INTERNATIONAL',
  CONDO: 'CONDOMINIUM CONDOMINIUMS CONDOS',
  DEPT: 'DEPARTMENT',
  CTR: 'CENTER CENTRE CNTR',
  ENT: 'ENTERPRISE ENTERPRISES ENTPRS',
  MTG: 'MORTGAGE MTGE',
  FED: 'FEDERAL',
  SVGS: 'SAVINGS SAVS',
  SVC: 'SERVICE SERV',
  SVCS: 'SERVICES SERVS',
  HLDG: 'HOLDING',
  HLDGS: 'HOLDINGS',
  GRP: 'GROUP',
  PTNRS: 'PARTNERS PTRS',
  APTS: 'APARTMENTS',
  CONST: 'CONSTRUCTION CONSTR',
  FIN: 'FINANCIAL',
  INS: 'INSURANCE',
  FDN: 'FOUNDATION',
  MFG: 'MANUFACTURING',
  GOVT: 'GOVERNMENT',
  DIST: 'DISTRICT',
  CNTY: 'COUNTY',
  CO: 'COMPANY',
}

/** Several words with one abbreviation. The last word may be abbreviated itself. */
const phrases: Record<string, string[]> = {
  HOA: ['HOMEOWNERS ASSOC', 'HOMEOWNER ASSOC', 'HOME OWNERS ASSOC'],
  POA: ['PROPERTY OWNERS ASSOC'],
  NA: ['NATIONAL ASSOC', 'NATL ASSOC'],
}

/** Abbreviations by long word. */
export const businessWords: ReadonlyMap<string, string> = new Map(
  Object.entries(shortToLong).flatMap(([short, long]) =>
    long.split(' ').map((word): [string, string] => [word, short]),
  ),
)

/**
 * Abbreviations by the words that they abbreviate, written with one space; ASSOC also abbreviates its own long forms.
 */
export const businessPhrases: ReadonlyMap<string, string> = new Map(
  Object.entries(phrases).flatMap(([short, texts]) => texts.map((text): [string, string] => [text, short])),
)
