import type { AlertType, MatchOptions } from '#shared/contract/alert.ts'
import type { MatchGrade } from '#shared/contract/match.ts'

/** Whether the alert matches the record: always, never, or only with a match option, then of that grade. */
type ExampleResult = 'yes' | 'no' | Exclude<keyof MatchOptions, 'notByInitial'>

export type MatchingExample = {
  alertType: Exclude<AlertType, 'PARCEL_ID'>
  /** As entered. In a person's name the last word is the last name. */
  alert: string
  /** The last words of `alert` that form the last name, if more than one. */
  lastNameWords?: number
  formerLastName?: string
  record: string
  result: ExampleResult
  grade: MatchGrade | null
}

type Options = Partial<Pick<MatchingExample, 'lastNameWords' | 'formerLastName' | 'grade'>>

/** What an option finds of a common name is a possible match, unless the example says otherwise. */
const gradeOfResult = (result: ExampleResult): MatchGrade | null =>
  result === 'no' ? null : result === 'yes' ? 'CERTAIN' : 'POSSIBLE'

const example =
  (alertType: MatchingExample['alertType']) =>
  (alert: string, record: string, result: ExampleResult, more: Options = {}): MatchingExample => ({
    alertType,
    alert,
    record,
    result,
    grade: gradeOfResult(result),
    ...more,
  })
const person = example('NAME')
const business = example('BUSINESS')
const likely = { grade: 'LIKELY' } as const

/** The examples in the published explanation of the rule. A test compares them with the rule. */
export const matchingExamples: readonly MatchingExample[] = [
  person('John Smith', 'SMITH JOHN R JR', 'yes'),
  person('John Smith', 'SMITH J', 'yes'),
  person('John Smith', 'SMITH JAMES', 'no'),
  person('John Rick Smith', 'SMITH JOHN R', 'yes'),
  person('John Rick Smith', 'SMITH JOHN', 'yes'),
  person('John Rick Smith', 'SMITH JOHN ALAN', 'no'),
  person('Wayne Lanier', 'LANIER, H WAYNE', 'yes'),
  person('Krista Wentz', 'LEVY, ANDREW B & KRISTA L WENTZ', 'yes'),
  person('Lucille Silva', 'SILVA LINDA LUCILLE', 'possible'),
  person('John Smith', 'SMITH JON', 'soundAlikes'),
  person('Robert Lee', 'LEE BOB', 'nicknames'),
  person('Ana Garcia', 'GARCIA-LOPEZ ANA', 'yes'),
  person('Ann Van Buren', 'VANBUREN,ANN', 'yes', { lastNameWords: 2 }),
  person('Ann Buren', 'VAN BUREN ANN', 'possible'),
  person('John Smith', 'ESTATE OF JOHN SMITH', 'yes'),
  person('Thessaly Brandvold', 'BRANDVLOD THESSALY', 'typingSlips', likely),
  person('Thessaly Brandvold', 'BRANVOLD, THESALY', 'no'),
  person('Mary Marsh', 'QUILL, MARY MARSH', 'formerName'),
  person('Mary Quill', 'MARSH MARY L', 'yes', { formerLastName: 'Marsh' }),
  person('William Marsh', 'MARSH WM', 'yes'),
  person('Ann Lee Rose Farrow', 'FARROW ANN LEE MAY', 'possible'),
  person('Inez Farrow', 'DE FARROW INEZ', 'yes'),
  person('Inez Farrow', 'DEFARROW INEZ', 'no'),
  person('Ann Farrow', 'FARROW ANN, CO-TRUSTEE', 'yes'),
  person('Helen Marsh', 'MARSH FAMILY TRUST, HELEN', 'yes'),
  person('Nora Quill', 'QUILL, PETER TR & NORA OAKES REVOCABLE TRUST', 'no'),
  business('CJK Foods', 'CJK FOODS, L.L.C.', 'yes'),
  business('Smith Family Trust', 'SMITH FAMILY LLC', 'no'),
  business('Marsh Family Trust', 'MARSH FAMILY TRUST, HELEN', 'yes'),
  business('Marsh Family Trust', 'MARSH FAMILY TRUST AGREEMENT DATED MAY 5 2004', 'yes'),
  business('Alder Mill Property Management', 'ALDER MILL PROP MGMT LLC', 'yes'),
  business('Alder County', 'COUNTY OF ALDER', 'yes'),
]
