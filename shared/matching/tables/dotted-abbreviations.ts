/**
 * Abbreviations that end in a period. A period after one of them is not a comma between surname and given name, and
 * separates it from a word without a space ('CO.INC.').
 */
export const dottedAbbreviations: ReadonlySet<string> = new Set(
  (
    'MR MRS MS DR REV HON PROF CAPT COL SGT LT ESQ JR SR EST EXEC EXR CUST TRS TTEE DECD DEV DEPT DIST DIV GOVT ' +
    'ST STE FT MT NO AVE BLVD RD LN CT PL PKWY HWY CIR TER SQ BLDG APT ' +
    'CO INC CORP LTD BROS ASSN ASSOC ASSOCS NATL INTL FED SAVS SVGS MTG MTGE INS MFG SERV SERVS SVC SVCS ' +
    'MGMT PROP PROPS INV INVS INVT DEVEL CONST CONSTR UNIV HOSP COMM LIV FAM IRREV BK TR USA ETC PER REP VIR'
  ).split(' '),
)
