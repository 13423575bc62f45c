/**
 * Words that are not part of a person's name and are dropped as long as a surname and a given name remain. Phrases of
 * several words are in trailing-phrases.
 */
const toSet = (...lists: string[]): ReadonlySet<string> => new Set(lists.join(' ').split(' '))

const titles = 'MR MRS MS MISS MX DR REV HON PROF CAPT COL SGT LT ESQ ESQUIRE'
const degrees =
  'MD PHD DDS DMD DVM DPM DNP CPA CFP CFA CLU LUTC MBA MPH MSW LCSW RN LPN CRNA FNP JD LLM LLB EDD PSYD PHARMD FACS'
const generations = 'JR SR JUNIOR SENIOR II III IV 2ND 3RD 4TH 5TH JNR SNR'
/** Capacities that are not names of people. */
const capacities =
  'TRUSTEE TRUSTEES COTRUSTEE COTRUSTEES TRSTEE TRSTEES TTEE TTEES COTTEE EXEC EXECUTOR EXECUTORS EXECUTRIX EXR EXTRX ' +
  'COEXECUTOR COEXECUTORS CUSTODIAN COMMISSIONER COMMISSIONERS DEVISEE DEVISEES ADMIN ADM ADMINISTRATOR ' +
  'ADMINISTRATORS ADMINISTRATRIX ADMR ADMX RECEIVER NOMINEE DISTRIB DISTRIBUTEE SUCCESSOR SUCC SETTLOR SETTLORS ' +
  'DECEDENT GRANTOR GRANTORS GRANTEE GRANTEES GDN UTMA UGMA REMAINDERMAN'
const offices = 'TR TRS CUST DEV GUARDIAN CONSERVATOR EX'
/** Legal status that is not a name of a person. */
const standings =
  'WIDOW WIDOWER UNMARRIED DIVORCED SPINSTER BACHELOR SURV SURVIVOR SURVIVING UX WF JTWROS JTROS JTWRS JTRS WROS JTTEN JNT TIC TBE DECD DECEASED ETAL ETUX ETVIR ' +
  'INDIVIDUALLY AS'
const estates = 'SINGLE MARRIED HUSBAND WIFE JT EST ESTATE ESTATES HEIR HEIRS RS POA AIF REVOCABLE IRREVOCABLE IRREV'

/** What clerks write for a name that is unknown or missing: names are read with and without it. */
export const absentNames: ReadonlySet<string> = toSet('FNU LNU NMN NMI')

export const droppedWords: ReadonlySet<string> = new Set([
  ...toSet(titles, degrees, generations, capacities, offices, standings, estates, 'THE'),
  ...absentNames,
])

/** Dropped words that are also given names: names are read both with and without them. */
export const ambiguousNames: ReadonlySet<string> = toSet('DEV HON THE MISS JUNIOR')

/** Titles before a name that are not names themselves: 'DR OKAFOR' is not a given name and a surname. */
export const courtesyTitles: ReadonlySet<string> = toSet('MR MRS MS DR')

/** Dropped words that are titles, or an article, before most names. */
export const titleNames: ReadonlySet<string> = toSet('HON THE MISS')

/** Dropped words that are never names, so they are dropped even if nothing else is left. */
export const neverNames: ReadonlySet<string> = toSet(capacities, standings)

/** What follows an article: 'A WIDOW', 'A SINGLE MAN'. */
export const standingWords: ReadonlySet<string> = toSet(
  'WIDOW WIDOWER UNMARRIED DIVORCED SPINSTER BACHELOR SURV SURVIVOR SURVIVING UX WF SINGLE MARRIED',
)

/** Words of an office before COMMISSIONER. */
export const officeWords: ReadonlySet<string> = toSet(
  'TAX SPECIAL SUBSTITUTE MASTER COUNTY CITY STATE LAND COURT CHANCERY CIRCUIT INSURANCE GENERAL REVENUE HIGHWAY BANKING SCHOOL ' +
    'DEPUTY ASSISTANT ACTING CHIEF AND OF THE',
)

/** Abbreviations of MOHAMMAD before another given name. */
export const mohammadAbbreviations: ReadonlySet<string> = new Set(['MD', 'MOHD', 'MUHD'])
