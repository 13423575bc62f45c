/**
 * Abbreviations that end in a full stop; the stop after one of them is no comma between surname and given name,
 * and parts it from a word written against it ('CO.INC.').
 */
export const dottedAbbreviations: ReadonlySet<string> = new Set(
  (
    'MR MRS MS DR REV HON PROF CAPT COL SGT LT ESQ JR SR EST EXEC EXR CUST TRS TTEE DECD DEV DEPT DIST DIV GOVT ' +
    'ST STE FT MT NO AVE BLVD RD LN CT PL PKWY HWY CIR TER SQ BLDG APT ' +
    'CO INC CORP LTD BROS ASSN ASSOC ASSOCS NATL INTL FED SAVS SVGS MTG MTGE INS MFG SERV SERVS SVC SVCS ' +
    'MGMT PROP PROPS INV INVS INVT DEVEL CONST CONSTR UNIV HOSP COMM LIV FAM IRREV BK TR USA ETC PER REP VIR'
  ).split(' '),
)
