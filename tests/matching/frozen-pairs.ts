import { createHash } from 'node:crypto'
import { type Criteria, noMatchOptions, type MatchOptions } from '#shared/contract/alert.ts'
import { type ParcelMask, parseMask } from '#shared/matching/parcels/parcel.ts'
import {
  alertKeys,
  decide,
  defaultFeedFormat,
  type FeedFormat,
  type RecordedDocument,
  alertMatchTexts,
  parseAlert,
  middleConflicts,
  sentences,
  splitSentence,
  parseRecord,
  recordKeys,
  recordPrefixes,
} from '#shared/matching/public.ts'

/**
 * Alerts and records that hold the matching rule to its version: the same ones for ever, so this file depends on no
 * list that may grow. Names and words are chosen for what the rule does with them.
 */
type Pair = { criteria: Criteria; document: RecordedDocument; format: FeedFormat; mask: ParcelMask }

// cspell:ignore smyth obrien aeiou
// Frequent names, with their nicknames, other spellings, initials, middle names, particles, double names and accents.
const firsts = [
  'John',
  'Jon',
  'J',
  'John Rick',
  'John R',
  'Robert',
  'Bob',
  'Margaret',
  'Peggy',
  'Ann',
  'Anne Marie',
  'María José',
  'H Wayne',
  'Wayne',
  'Lee',
  'Mary-Kate',
  'Catherine',
  'Katherine',
]
const lasts = [
  'Smith',
  'Smyth',
  'Lee',
  'Garcia Lopez',
  'Lopez',
  'García',
  'Van Buren',
  'Buren',
  "O'Brien",
  'Obrien',
  'St John',
  'De la Cruz',
  'Nguyen',
  'Stevenson',
  'Stephenson',
]
type Written = { first: string; last: string; other: string; otherLast: string }
const personPatterns: ((name: Written) => string)[] = [
  ({ first, last }) => `${last} ${first}`,
  ({ first, last }) => `${last}, ${first}`,
  ({ first, last }) => `${first} ${last}`,
  ({ first, last }) => `${last},${first} JR`,
  ({ first, last }) => `${last} ${first} R`,
  ({ first, last }) => `${last} ${first} ALAN`,
  ({ first, last }) => `${last} ${first.slice(0, 1)}`,
  ({ first, last }) => `${last}, ${first.slice(0, 1)}. ${first.split(' ').at(-1)}`,
  ({ first, last }) => `${last}, A ${first}`,
  ({ first, last, other }) => `${last} ${first} & ${other}`,
  ({ first, last, other }) => `${last}, ${other} AND ${first}`,
  ({ first, last, other, otherLast }) => `${otherLast}, ${other} & ${first} ${last}`,
  ({ first, last, otherLast }) => `${last}-${otherLast} ${first}`,
  ({ first, last, otherLast }) => `${otherLast} ${last}, ${first}`,
  ({ first, last, otherLast }) => `${last} ${first} AKA ${otherLast} ${first}`,
  ({ first, last }) => `ESTATE OF ${first} ${last}`,
  ({ first, last }) => `${last} ${first} TRUSTEE`,
  ({ first, last }) => `THE ${first} ${last} LIVING TRUST DATED 1/2/2003`,
  ({ first, last }) => `${last} ${first} ETAL`,
  ({ first, last }) => `${last}  ${first}`,
  ({ first, last }) => `DR ${first} (${last})`,
]

const firms = [
  'CJK Foods',
  'Larkspur Hollow Family Trust',
  'Smith Family Trust',
  'First National Bank of Alder',
  'Twenty One Oak Street',
  'Town of Leesburg',
  'J & J Properties',
  'Minnesota Land Management',
  'North Star Holdings LLC',
  'North Star Holdings Inc',
  'The Meadow Company',
  'A B C Builders',
]
const firmPatterns: ((firm: string) => string)[] = [
  (firm) => firm,
  (firm) => `${firm}, L.L.C.`,
  (firm) => `${firm} INC`,
  (firm) => `THE ${firm}`,
  (firm) => `${firm} CORPORATION`,
  (firm) => `${firm} TRUSTEE`,
  (firm) => firm.split(' ').toReversed().join(' '),
  (firm) => firm.replaceAll(/[aeiou]/g, ''),
  (firm) => `${firm} OF DENVER`,
  (firm) => `${firm.split(' ').slice(1).join(' ')}, ${firm.split(' ')[0]}`,
  (firm) => firm.replace('Twenty One', '21').replace('National', 'Natl').replace('Minnesota', 'MN'),
  (firm) => `GREAT ${firm} COUNTY CO`,
]

const parcels = [
  '17-03-123-045',
  '17-3-123-45',
  '0017031230450',
  '1703123045',
  '17-03-123-045-0000',
  '00-1',
  'R 0012.5',
]
const parcelPatterns: ((parcel: string) => string)[] = [
  (parcel) => parcel,
  (parcel) => parcel.replaceAll('-', ''),
  (parcel) => parcel.replaceAll(/\b0+/g, ''),
  (parcel) => ` ${parcel.replaceAll('-', ' ')} `,
  (parcel) => `${parcel}-0000`,
  (parcel) => `${parcel}1`,
  (parcel) => `0${parcel}`,
  (parcel) => `APN ${parcel}.00 (PART)`,
  (parcel) => `${parcel} - ${parcel.slice(0, -1)}9`,
  (parcel) => `${parcel} -${parcel.split('-').at(-1)}`,
]
const masks = ['', '2-2-3-3-4?', '2-2-3-3']

const matchOptionSets: Partial<MatchOptions>[] = [
  {},
  { nicknames: true },
  { soundAlikes: true },
  { typingSlips: true },
  { formerName: true },
  { notByInitial: true },
  { allWords: true },
  { nicknames: true, typingSlips: true, formerName: true, possible: true },
  { soundAlikes: true, typingSlips: true, possible: false },
]
const formats: Partial<FeedFormat>[] = [
  {},
  { nameOrder: 'LAST_FIRST' },
  { nameOrder: 'FIRST_LAST' },
  { nameWidth: 14 },
  { doubleSpaceSplits: true },
]

const at = <T>(list: readonly T[], index: number): T => {
  const item = list[index % list.length]
  if (item === undefined) throw new RangeError('An empty list.')
  return item
}

/** For the reasons that the patterns above seldom or never meet. */
const personCases: [first: string, last: string, record: string][] = [
  ['Ana', 'Garcia Lopez', 'LOPEZ-GARCIA ANA'],
  ['Rosa Ana', 'Garcia Lopez', 'LOPEZ-GARCIA, C ANA'],
  ['A', 'Garcia Lopez', 'LOPEZ-GARCIA ANA'],
  ['Ana', 'Garcia-Lopez', 'LOPEZ GARCIA A'],
  ['Wayne', 'Garcia', 'GARCIA-LOPEZ, H WAYNE'],
  ['Wayne', 'Garcia Lopez', 'LOPEZ-GARCIA, H WAYNE'],
  ['J', 'Smith', 'SMITH JOHN'],
  ['J', 'Smith', 'SMITH J'],
  ['John Rick Alan', 'Smith', 'SMITH JOHN RICK PAUL'],
  ['John Rick Alan', 'Smith', 'SMITH JOHN R P'],
  ['John Rick Alan', 'Smith', 'SMITH JOHN RICK'],
  ['William', 'Lee', 'LEE, WM'],
  ['Wm', 'Lee', 'LEE, WILLIAM Q'],
  ['John', 'Garcia', 'GARCIA-LOPEZ, JNO'],
  ['John', 'Garcia-Lopez', 'LOPEZ-GARCIA, JNO'],
  ['Ana William', 'Lee', 'LEE, ANA WM'],
  ['Ana William Rick', 'Lee', 'LEE, ANA WM PAUL'],
  ['Ana Rosa Rick', 'Garcia', 'GARCIA-LOPEZ, ANA ROSA PAUL'],
  ['Wm', 'Smith', 'SMYTH, WILLIAM'],
  ['Ana', 'Souza', 'DE SOUZA, ANA'],
  ['Ana', 'De Souza', 'SOUZA, ANA'],
  ['Omar', 'Farouk', 'AL FAROUK, O'],
  ['Robert', 'Lee', 'LEE BOB'],
  ['Peggy', 'Stevenson', 'STEVENSON, MARGARET A'],
  ['Bob', 'Van Buren', 'VANBUREN,ROBERT'],
  ['John', 'Smith', 'SMYTH JON'],
  ['Catherine', 'Stephenson', 'STEVENSON KATHERINE'],
  ['Ana', 'Garcia', 'GARSIA-LOPEZ, ANA'],
  ['Catherine', 'Garcia-Lopez', 'LOPEZ-GARCIA, KATHERINE'],
  ['Stephen', 'Garcia', 'GARSIA, STEPHEN'],
  ['Stephen', 'Garcia', 'GARSIA-LOPEZ, STEPHEN'],
  ['Stephen', 'Garcia', 'GARCIA, STEPHIN'],
  ['Mary', 'Alder', 'JONES, MARY ALDER'],
  ['Wayne', 'Lanier', 'LANIER, H WAYNE'],
  ['John', 'Smith', 'SMITHJOHN'],
  ['John', 'Smith-Alder', 'SMITHJOHN'],
  ['Lucille', 'Silva', 'SILVA LINDA LUCILLE'],
  ['Krista', 'Wentz', 'LEVY, ANDREW B & KRISTA L WENTZ'],
  ['John Rick Alan', 'Smith', 'SMYTH JOHN RICK PAUL'],
  ['Stephen Rick Alan', 'Smith', 'SMITH, STEPHIN RICK PAUL'],
  ['Mary Rick Alan', 'Alder', 'JONES, MARY RICK PAUL ALDER'],
  ['Dana', 'Levy', 'DANA RUTH OR LEVY'],
  ['Mary', 'Smith', 'JONES, MARY FKA MARY SMITH'],
  ['Helen', 'Okafor', 'PETER Q MARSH, HELEN R OKAFOR'],
  ['Ann Paul', 'Lee', 'LEE ANN, SPECIAL COMMISSIONER'],
  ['Ann', 'Lee', 'LEE, ANN AND UNKNOWN SPOUSE'],
]

/** Each case by the last name, and by a former last name. */
const casePairs = (): Pair[] =>
  personCases.flatMap(([firstName, lastName, name]) =>
    matchOptionSets.flatMap((variants) =>
      [
        { lastName, formerLastName: '' },
        { lastName: 'Winter', formerLastName: lastName },
      ].map((surnames): Pair => ({
        criteria: {
          alertType: 'NAME',
          firstName,
          ...surnames,
          variants: { ...noMatchOptions, ...variants },
        },
        document: { parties: [{ name }], parcels: [] },
        format: defaultFeedFormat,
        mask: null,
      })),
    ),
  )

/** For the reasons that only a feed's width or another mark of a record's text brings about. */
const otherCases: Pair[] = [
  ['Bartholomew Ames', 'Featherstone', 'BARTHOLOMEW FEATHERS', 20],
  ['Anastasia', 'Garcia', 'GARCIA-LOPEZ,ANASTAS', 20],
  ['Ana', 'Garcia-Featherstone', 'FEATHERSTO', 10],
  ['Ann', 'Featherstonehaugh', 'FEATHERSTONEHAU', 15],
].flatMap(([firstName, lastName, name, nameWidth]) =>
  [
    { lastName: String(lastName), formerLastName: '' },
    { lastName: 'Winter', formerLastName: String(lastName) },
  ].map((surnames): Pair => ({
    criteria: {
      alertType: 'NAME',
      firstName: String(firstName),
      ...surnames,
      variants: noMatchOptions,
    },
    document: { parties: [{ name: String(name) }], parcels: [] },
    format: { ...defaultFeedFormat, nameWidth: Number(nameWidth) },
    mask: null,
  })),
)
const smallWordCases: Pair[] = ['Trust of Ann Smith', 'Alder Trust of 1999'].map((businessName): Pair => ({
  criteria: { alertType: 'BUSINESS', businessName, variants: noMatchOptions },
  document: { parties: [{ name: businessName.replace(' of', '').toUpperCase() }], parcels: [] },
  format: defaultFeedFormat,
  mask: null,
}))

const businessCases: [businessName: string, record: string][] = [
  ['Larkspur Hollow Family Trust', 'LARKSPUR HOLLOW FAMILY TRUST AGREEMENT'],
  ['Mary Larkspur Living Trust', 'LARKSPUR LIVING TRUST, JOHN & MARY'],
  ['North Star Holdings Inc', 'NORTH STAR HOLDINGS LLC SERIES A'],
  ['North Star Properties', 'NORTH STAR PROP II'],
  ['County of Alder', 'ALDER COUNTY'],
  ['Larkspur State University', 'LARKSPUR STATEUNIVERSITY'],
  ['Larkspur Family Trust', 'LARKSPUR 2019 FAMILY TRUST'],
  ['Larkspur 2018 Family Trust', 'LARKSPUR 2019 FAMILY TRUST'],
  ['Larkspur Bank Trust', 'LARKSPUR BANK TRUST NA'],
  ['Larkspur Trust', 'LARKSPUR TRUST NA'],
  ['North Star Holdings', 'ALDER, MARY % NORTH STAR HOLDINGS LLC'],
  ['Hale LLC', 'ALDER, MARY & HALE LLC'],
  ['Aldergate LLC', 'ALDER, MARY & HELEN & ALDERGATE LLC'],
  ['Aldergate Holdings LLC', 'ALDER, MARY & HELEN DELANEY & ALDERGATE HOLDINGS LLC'],
  ['Grace Bible Church', 'GRACE BIBLE CHURCH'],
  ['Larkspur Temple', 'SHIRLEY LARKSPUR TEMPLE'],
  ['North Star Holdings Services', 'NORTH STAR LLC'],
  ['North Star', 'GREATER NORTH STAR LLC'],
]

const businessCasePairs = (): Pair[] =>
  businessCases.flatMap(([businessName, name]) =>
    [null, true].map((possible): Pair => ({
      criteria: { alertType: 'BUSINESS', businessName, variants: { ...noMatchOptions, possible } },
      document: { parties: [{ name }], parcels: [] },
      format: defaultFeedFormat,
      mask: null,
    })),
  )

/** In steps that share no factor with the lists' lengths, so that each meets each. */
function personPairs(): Pair[] {
  return Array.from({ length: 3780 }, (_, n) => {
    const [first, last] = [at(firsts, n), at(lasts, n * 7 + Math.floor(n / 18))]
    const variants = { ...noMatchOptions, ...at(matchOptionSets, Math.floor(n / 21)) }
    // Every other record has the alert's own name, the rest another that may be close to it.
    const named = n % 2 === 0 ? { first, last } : { first: at(firsts, n + 1), last: at(lasts, n * 7 + (n % 3)) }
    const format = { ...defaultFeedFormat, ...at(formats, Math.floor(n / 5)) }
    const name = at(
      personPatterns,
      n,
    )({ ...named, other: at(firsts, n + 5), otherLast: at(lasts, n + 4) }).toUpperCase()
    const width = format.nameWidth
    return {
      criteria: { alertType: 'NAME', firstName: first, lastName: last, formerLastName: '', variants },
      document: { parties: [{ name: width === null ? name : name.slice(0, width) }], parcels: [] },
      format,
      mask: null,
    }
  })
}

function businessPairs(): Pair[] {
  return firms.flatMap((businessName, index) =>
    firmPatterns.flatMap((write, n) =>
      [businessName, at(firms, index + 1)].map((recorded): Pair => {
        const format = { ...defaultFeedFormat, ...at(formats, index + n) }
        const name = write(recorded).toUpperCase()
        const variants = { ...noMatchOptions, allWords: (index + n) % 3 === 0, possible: (index + n) % 3 === 1 }
        return {
          criteria: { alertType: 'BUSINESS', businessName, variants },
          document: { parties: [{ name: name.slice(0, format.nameWidth ?? name.length) }], parcels: [] },
          format,
          mask: null,
        }
      }),
    ),
  )
}

function parcelPairs(): Pair[] {
  return masks.flatMap((mask) =>
    parcels.flatMap((parcelId) =>
      parcelPatterns.flatMap((write) =>
        [true, false].map((losesLeadingZeros): Pair => ({
          criteria: { alertType: 'PARCEL_ID', parcelId, variants: noMatchOptions },
          document: { parties: [], parcels: [write(parcelId)] },
          format: { ...defaultFeedFormat, losesLeadingZeros },
          mask: parseMask(mask),
        })),
      ),
    ),
  )
}

export const frozenPairs = (): Pair[] => [
  ...personPairs(),
  ...casePairs(),
  ...otherCases,
  ...smallWordCases,
  ...businessPairs(),
  ...businessCasePairs(),
  ...parcelPairs(),
]

/** What the rule makes of a pair: its decision with the reason, whatever the words of it, and all that the keys find. */
export function applyRule({ criteria, document, format, mask }: Pair) {
  const [alert, record] = [parseAlert(criteria, mask), parseRecord(document, format, mask)]
  const match = decide(alert, record)
  const said = splitSentence(match?.sentence ?? '')
  const written = said.conflict ? `${said.reason} ${middleConflicts[said.conflict]}` : said.reason
  const reason = Object.entries(sentences).find(([, sentence]) => sentence === written)?.[0] ?? 'sameParcel'
  const facts = match && [match.field, match.fieldIndex, match.variant, match.byInitialOnly, match.otherLegalForm]
  const decision = facts && [...facts, match.grade, said.isRare]
  const alertSide = [alertKeys(alert).toSorted(), [...alertMatchTexts(alert)].toSorted()]
  const recordSide = [recordKeys(record).toSorted(), recordPrefixes(record).toSorted()]
  return { decision: decision && [...decision, reason], alertSide, recordSide }
}

/** The digest of what the rule makes of all pairs. */
export function digestRule(): string {
  const hash = createHash('sha256')
  for (const pair of frozenPairs()) hash.update(`${JSON.stringify(applyRule(pair))}\n`)
  return hash.digest('hex')
}
