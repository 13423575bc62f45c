/**
 * Words that are not part of a person's name and are dropped as long as a surname and a given name remain
 * (decisions, section 6). The name markers cover phrases of several words.
 */
const titles = 'MR MRS MS MISS MX DR REV HON PROF CAPT COL SGT LT ESQ MD PHD DDS DMD DVM CPA CFP CLU LUTC MBA RN JD'
const generations = 'JR SR II III IV 2ND 3RD 4TH 5TH JNR SNR'
const offices =
  'TRUSTEE TRUSTEES COTRUSTEE COTRUSTEES TRSTEE TRSTEES TTEE TTEES TR TRS EXEC EXECUTOR EXECUTORS EXECUTRIX EXR ' +
  'CUST CUSTODIAN COMMISSIONER DEV DEVISEE DEVISEES ADMINISTRATOR ADMINISTRATRIX ADMR GUARDIAN CONSERVATOR NOMINEE DISTRIB DISTRIBUTEE'
const estates = 'EST ESTATE ESTATES HEIR HEIRS DECD DECEASED ETAL ETUX ETVIR RS POA AIF REVOCABLE IRREVOCABLE IRREV'
const small = 'THE AS INDIVIDUALLY'

export const droppedWords: ReadonlySet<string> = new Set(
  [titles, generations, offices, estates, small].join(' ').split(' '),
)

/** Dropped words that are also given names: names are read both with and without them. */
export const ambiguousNames: ReadonlySet<string> = new Set('DEV HON THE MISS'.split(' '))

/** Dropped words that are never names, so they are dropped even if nothing else is left. */
export const neverNames: ReadonlySet<string> = new Set(
  'TRUSTEE TRUSTEES COTRUSTEE COTRUSTEES TRSTEE TRSTEES TTEE TTEES EXEC EXECUTOR EXECUTORS EXECUTRIX EXR CUSTODIAN '
    .concat(
      'COMMISSIONER DEVISEE DEVISEES ADMINISTRATOR ADMINISTRATRIX ADMR NOMINEE DISTRIB DISTRIBUTEE DECD DECEASED ETAL ',
      'ETUX ETVIR AS INDIVIDUALLY',
    )
    .split(' '),
)

/** Abbreviations of MOHAMMAD before another given name. */
export const mohammadAbbreviations: ReadonlySet<string> = new Set(['MD', 'MOHD', 'MUHD'])
