import { describe, expect, it } from 'vitest'
import { check, firms, firstLast, lastFirst, parcels, people } from '#tests/matching/check-examples.ts'
import { decideMatch, person, record } from '#tests/matching/shorthand.ts'
import { sentences } from '../explain/reason.ts'
import type { FeedFormat } from '../text/feed-format.ts'

// The rule, sentence by sentence, written from its text only.

check('nobody is invented', [
  {
    record: 'MARSH, PETER Q TR & HELEN OKAFOR REVOCABLE TRUST',
    found: people('Peter | Marsh', 'Peter Quentin | Marsh', 'Helen | Okafor'),
    missed: people('Helen | Marsh', 'Peter | Okafor', 'Okafor | Marsh', 'Revocable | Marsh'),
  },
  {
    record: 'MARSH, PETER Q TRUSTEE & OKAFOR FAMILY TRUST',
    found: people('Peter | Marsh'),
    missed: people('Okafor | Marsh', 'Peter | Okafor', 'Family | Okafor'),
  },
  {
    record: 'BRIAN J AND TANYA R HALVERSEN',
    found: people('Brian | Halversen', 'Tanya | Halversen'),
    missed: people('Brian | Tanya', 'Tanya | Brian', 'Brian | Tanyar', 'Halversen | Brian'),
  },
  {
    record: 'BRIAN AND TANYA HALVERSEN',
    found: people('Brian | Halversen', 'Tanya | Halversen'),
    missed: people('Tanya | Brian', 'Brian | Tanya', 'Halversen | Brian'),
  },
  {
    record: 'HOLLOWAY, PETER & RUTH I. & CLARA',
    found: people('Peter | Holloway', 'Ruth | Holloway', 'Clara | Holloway'),
    missed: people('Clara | Ruth', 'Ruth | Clara', 'Clara | Peter', 'Clara | I'),
  },
  {
    record: 'MARSH, PETER & J R OKAFOR',
    found: people('Peter | Marsh', 'J R | Okafor', 'Joan R | Okafor'),
    missed: people('Joan | Marsh', 'Okafor | Marsh', 'J R | Marsh'),
  },
  {
    record: 'LEVANDER, ANDREW B & KRISTA L WENTWORTH',
    found: people('Andrew | Levander', 'Krista | Wentworth'),
    missed: people('Krista | Levander', 'Andrew | Wentworth'),
  },
  {
    record: 'LEVANDER, ANDREW & AMY GIPSONE',
    found: people('Amy | Levander', 'Amy | Gipsone', 'Andrew | Levander'),
    missed: people('Andrew | Gipsone'),
  },
  {
    record: 'BERNARD M AXELSEN',
    found: people('Bernard | Axelsen'),
    missed: people('Mary | Bernard', 'Axelsen | Bernard'),
  },
  // THOMAS is more common as a given name, but JOHN is hardly ever a last name.
  { record: 'JOHN A THOMAS', found: people('John | Thomas'), missed: people('A Thomas | John', 'Thomas | John') },
  { record: 'THOMAS JAMES', found: people('Thomas | James', 'James | Thomas') },
  {
    record: 'JOHN A HOLLOWAY',
    found: people('John | Holloway'),
    missed: people('A Holloway | John', 'Holloway | John'),
  },
  { record: 'BERNARD M AXELSEN', feed: lastFirst, found: people('Mary | Bernard') },
  { record: 'HALVERSEN R BERNARD', found: people('R Bernard | Halversen', 'Robert | Halversen') },
  { record: 'SMITH, JOHN & MARY', found: people('John | Smith', 'Mary | Smith'), missed: people('Mary | John') },
  { record: 'SMITH JOHN & MARY', found: people('John | Smith', 'Mary | Smith'), missed: people('Mary | Marsh') },
  {
    record: 'JOHN A HOLLOWAY AND MARY B HOLLOWAY, HUSBAND AND WIFE',
    found: people('John | Holloway', 'Mary | Holloway'),
    missed: people('Husband | Holloway', 'Wife | Husband', 'John | Mary'),
  },
])

check('trusts', [
  ...[{}, lastFirst, firstLast].map((feed) => ({
    record: 'DELANEY LIVING TRUST, JOHN & MARY',
    feed,
    found: [...people('John | Delaney', 'Mary | Delaney'), ...firms('Delaney Living Trust')],
    missed: [...people('Living | Delaney', 'Mary | John', 'John | Trust'), ...firms('Delaney LLC', 'Living Trust')],
  })),
  {
    record: 'THE DELANEY FAMILY TRUST, JOHN P',
    found: [...people('John | Delaney', 'John Paul | Delaney'), ...firms('Delaney Family Trust')],
    missed: people('Family | Delaney'),
  },
  {
    record: 'JOHN P DELANEY LIVING TRUST',
    found: [...people('John | Delaney'), ...firms('John P Delaney Living Trust')],
    missed: people('Living | Delaney', 'Mary | Delaney'),
  },
  ...[
    'AGREEMENT',
    'SHARE A',
    'DATED JUNE 3 2004',
    'DATED JUN',
    'DTD 6/3/2004',
    '1998',
    'U/A 3/4/1999',
    'U/A/D 03/04/99',
    'UTD 3/4/1999',
    'UAD 03-04-1999',
    'UNDER AGREEMENT DATED 3/4/99',
    'AGREEMENT DATED MARCH 4, 1999',
    'JOHN HARTLEY TRUSTEE',
  ].map((tail) => ({
    record: `HARTLEY FAMILY TRUST ${tail}`,
    found: firms('Hartley Family Trust', 'The Hartley Family Trust'),
    missed: firms('Family Trust', 'Hartley', 'Hartley Family', 'Hartley Trust'),
  })),
  { record: 'HARTLEY FAMILY TRUST', missed: firms('Hartley Family Trust Share A') },
  ...['COMPANY', 'CO', 'BANK', 'FUND', 'FOR ANIMALS', 'NATIONAL ASSOCIATION'].map((rest) => ({
    record: `HARTLEY TRUST ${rest}`,
    missed: firms('Hartley Trust'),
  })),
  { record: 'LIVING TRUST SHARE A', missed: firms('Living Trust', 'Trust') },
  { record: 'UTA, KENJI', found: people('Kenji | Uta') },
  { record: 'KENJI UTA', feed: firstLast, found: people('Kenji | Uta') },
  ...['UTD', 'UAD'].flatMap((name) => [
    { record: `${name}, JOHN`, found: people(`John | ${name}`) },
    { record: `${name} JOHN R`, feed: lastFirst, found: people(`John | ${name}`) },
    { record: `JOHN ${name}`, feed: firstLast, found: people(`John | ${name}`) },
  ]),
  { record: 'UTT, JAMES', found: people('James | Utt') },
  { record: 'UTT JAMES R', found: people('James | Utt') },
  { record: 'UTT FAMILY TRUST', found: firms('Utt Family Trust') },
  { record: 'HARTLEY JOHN TRUSTEE UTD 1/2/2003', found: people('John | Hartley', 'John Paul | Hartley') },
])

const tails = [
  'CO-TRUSTEE',
  'CO TRUSTEE',
  'CO-TRUSTEES',
  'COTRUSTEE',
  'CO-TR',
  'CO TR',
  'CO-EXEC',
  'CO-EXECUTOR',
  'CO EXECUTOR',
  'CO-PERS REP',
  'SUCCESSOR TRUSTEE',
  'SUCCESSOR CO-TRUSTEE',
  'TRUSTEE',
  'TR',
  'EXEC',
  'PERS REP',
  'PER REP',
  'PERSONAL REPRESENTATIVE',
  'ADMIN',
  'ADM',
  'RECEIVER',
  'COMMISSIONER',
  'SUBSTITUTE COMMISSIONER',
  'SPECIAL COMMISSIONER',
  'WIDOW',
  'A WIDOW',
  'WIDOWER',
  'UNMARRIED',
  'AN UNMARRIED MAN',
  'SINGLE',
  'MARRIED',
  'HUSBAND AND WIFE',
  'JT',
  'J/T',
  'JTWROS',
  'TIC',
  'EX',
  'JUNIOR',
  'SENIOR',
  'JR',
  'III',
  'MD',
  'M.D.',
  'PHD',
  'ESQ',
  'CPA',
  '% MARSH',
  'C/O PETER MARSH',
  'ATTN PETER MARSH',
  'UNIT 4',
  'APT B',
  'APT 12B',
  'SUITE 200',
  'STE 12',
  '#5',
  '# 5',
  'NMN',
  'NMI',
  'ET AL',
  'ET UX',
  'DECD',
]
check('tails never cost a match', [
  ...tails.flatMap((tail) => [
    { record: `HOLLOWAY, JOHN ${tail}`, found: people('John | Holloway', 'John Paul | Holloway') },
    { record: `HOLLOWAY, JOHN P ${tail}`, found: people('John | Holloway', 'John Paul | Holloway') },
    { record: `HOLLOWAY JOHN ${tail}`, feed: lastFirst, found: people('John | Holloway', 'John Paul | Holloway') },
    { record: `JOHN HOLLOWAY ${tail}`, feed: firstLast, found: people('John | Holloway', 'John Paul | Holloway') },
    { record: `JOHN HOLLOWAY, ${tail}`, feed: firstLast, found: people('John | Holloway', 'John Paul | Holloway') },
    { record: `HOLLOWAY JOHN, ${tail}`, feed: lastFirst, found: people('John | Holloway', 'John Paul | Holloway') },
  ]),
  { record: 'HOLLOWAY, JOHN C/O PETER MARSH', missed: people('Peter | Marsh', 'Peter | Holloway') },
  { record: 'JOHN HOLLOWAY, TRUSTEE', found: people('John | Holloway'), missed: people('Trustee | Holloway') },
  { record: 'JOHN HOLLOWAY, TRUSTEES', found: people('John | Holloway') },
  { record: 'HOLLOWAY, JOHN, TRUSTEE', found: people('John | Holloway') },
  { record: 'HOLLOWAY, JOHN & MARY, TRUSTEES', found: people('John | Holloway', 'Mary | Holloway') },
  { record: 'HOLLOWAY, JOHN & MARY CO-TRUSTEES', found: people('John | Holloway', 'Mary | Holloway') },
  { record: 'HOLLOWAY, JOHN & MARSH, PETER CO-TRUSTEES', found: people('John | Holloway', 'Peter | Marsh') },
  { record: 'TRUSTEE, TRACY', found: people('Tracy | Trustee') },
  { record: 'SENIOR, JOHN', found: people('John | Senior') },
  { record: 'JUNIOR, ANNA M', found: people('Anna | Junior') },
  { record: 'SINGLE, MARY', found: people('Mary | Single') },
  { record: 'APT, JOHN', found: people('John | Apt') },
  { record: 'WIDOW, ANNA', found: people('Anna | Widow') },
  { record: 'JOHN HOLLOWAY, SURVIVING SPOUSE', found: people('John | Holloway') },
  { record: 'JOHN HOLLOWAY, AS TO AN UNDIVIDED HALF', found: people('John | Holloway') },
  { record: 'HOLLOWAY, JOHN OR MARSH, PETER', found: people('John | Holloway') },
  {
    record: 'JOHN HOLLOWAY OR MARY MARSH',
    found: people('John | Holloway', 'Mary | Marsh'),
    missed: people('John | Marsh', 'Mary | Holloway', 'Or | Holloway'),
  },
  // LEVY is no given name, so the words may also be one name.
  { record: 'DANA RUTH OR LEVY', feed: firstLast, found: people('Dana | Levy', 'Dana Ruth | Levy', 'Dana | Ruth') },
  { record: 'LEVY DANA OR PERETZ', feed: lastFirst, found: people('Dana | Levy', 'Dana Or | Levy') },
  {
    record: 'JOHN HOLLOWAY OR MARY',
    feed: firstLast,
    found: people('Mary | Holloway'),
    missed: people('John | Mary'),
  },
  {
    record: 'JOHN HOLLOWAY OR MARY MARSH',
    feed: firstLast,
    found: people('John | Holloway', 'Mary | Marsh'),
    missed: people('John | Marsh', 'Mary | Holloway'),
  },
  {
    record: 'HOLLOWAY, JOHN, OR MARSH, PETER',
    found: people('John | Holloway'),
    missed: people('Peter | Marsh', 'Or | Marsh', 'Marsh | Peter'),
  },
  { record: 'HOLLOWAY, JOHN OR, MARSH', missed: people('John | Marsh', 'Marsh | Or') },
  { record: 'OR, DAVID', found: people('David | Or') },
  { record: 'DAVID OR', feed: firstLast, found: people('David | Or') },
  { record: 'TRADE OR BUSINESS LLC', found: firms('Trade Or Business LLC'), missed: people('Trade | Business') },
  { record: 'SINGH, FNU', found: people('Fnu | Singh') },
  { record: 'FNU, RAJESH', found: people('Rajesh | Fnu') },
  { record: 'SINGH, LNU', found: people('Lnu | Singh') },
  { record: 'SINGH LNU', feed: lastFirst, found: people('Lnu | Singh') },
  { record: 'LNU, RAJESH', found: people('Rajesh | Lnu') },
  { record: 'NMI, JOHN', found: people('John | Nmi') },
  { record: 'HOLLOWAY, JOHN LNU', found: people('John | Holloway', 'John Paul | Holloway', 'John Lnu | Holloway') },
  { record: 'HOLLOWAY, JOHN NMI', found: people('John | Holloway', 'John Paul | Holloway', 'John Nmi | Holloway') },
  { record: 'HOLLOWAY, JOHN NMN', found: people('John | Holloway', 'John Paul | Holloway', 'John Nmn | Holloway') },
  { record: 'RAHMAN, MD S', found: people('Mohammad | Rahman', 'Mohammad Salim | Rahman') },
  // Without the comma MD is a degree, and the initial is the first name.
  { record: 'RAHMAN MD S', feed: lastFirst, found: people('Salim | Rahman'), missed: people('Mohammad | Rahman') },
  // A unit has a figure or one or two letters; other words after UNIT or STE are names.
  ...['UNIT FOUR', 'SUITE ABC', 'STE MARIE', 'APT NORTH'].map((words) => ({
    record: `HOLLOWAY, JOHN ${words}`,
    found: people('John | Holloway'),
    missed: people('John Paul | Holloway'),
  })),
  { record: 'JOHN STE MARIE', feed: firstLast, found: people('John Ste | Marie', 'John | Ste Marie') },
  { record: 'BRANDVOLD THESSALY TAX COMMISSIONER', feed: lastFirst, found: people('Thessaly Ann | Brandvold') },
  { record: 'HOLLOWAY BRANDVOLD, THESSALY COMMISSIONER', found: people('Thessaly | Brandvold') },
])

check('legal forms of two letters', [
  { record: 'KIM, HYUN NA', found: people('Hyun Na | Kim', 'Hyun | Kim', 'Hyunna | Kim') },
  { record: 'CHOE, NA', found: people('Na | Choe') },
  { record: 'REYES, JUAN CO', found: people('Juan Co | Reyes', 'Juan | Reyes') },
  { record: 'SANTOSA, MARIA PA', found: people('Maria | Santosa', 'Maria Pa | Santosa') },
  { record: 'LIMM, MEI LP', found: people('Mei | Limm') },
  { record: 'BIRCHWOOD BANK, NA', found: firms('Birchwood Bank'), missed: people('Na | Birchwood') },
  ...['SERIES B', 'A DELAWARE LIMITED LIABILITY COMPANY', 'ATTN LEGAL DEPT', 'STE 400', 'UNIT 5', '# 5'].flatMap(
    (tail) => [
      {
        record: `BIRCHWOOD HOLDINGS LLC ${tail}`,
        found: firms('Birchwood Holdings', 'Birchwood Holdings LLC'),
        missed: firms('Birchwood', 'Holdings'),
      },
      { record: `BIRCHWOOD HOLDINGS LLC, ${tail}`, found: firms('Birchwood Holdings', 'Birchwood Holdings LLC') },
    ],
  ),
])

const shortNames: [string, string][] = [
  ['WM', 'William'],
  ['ROBT', 'Robert'],
  ['CHAS', 'Charles'],
  ['THOS', 'Thomas'],
  ['GEO', 'George'],
  ['JAS', 'James'],
  ['JOS', 'Joseph'],
  ['JNO', 'John'],
  ['EDW', 'Edward'],
  ['FREDK', 'Frederick'],
  ['RICHD', 'Richard'],
  ['SAML', 'Samuel'],
  ['BENJ', 'Benjamin'],
  ['DANL', 'Daniel'],
  ['MARGT', 'Margaret'],
  ['ELIZ', 'Elizabeth'],
  ['CATH', 'Catherine'],
]
check('written-short given names', [
  ...shortNames.flatMap(([short, full]) => [
    {
      record: `HOLLOWAY, ${short} Q`,
      found: people(`${full} | Holloway`, `${short} | Holloway`),
      missed: people('Zed | Holloway'),
    },
    { record: `HOLLOWAY, ${short}.`, found: people(`${full} | Holloway`) },
    { record: `HOLLOWAY, ${full.toUpperCase()}`, found: people(`${short} | Holloway`, `${short}. | Holloway`) },
    { record: `HOLLOWAY, ZED ${short}`, found: people(`Zed ${full} | Holloway`) },
  ]),
  { record: 'HOLLOWAY, ROBT', missed: people('Roberta | Holloway', 'Bob | Holloway') },
  { record: 'HOLLOWAY, WM', missed: people('Wilma | Holloway', 'Bill | Holloway') },
  { record: 'HOLLOWAY, JAS', missed: people('Jason | Holloway') },
])

describe('several middle names', () => {
  const both = 'First and last name are the same. One middle name is the same, another is not.'
  it.each([
    ['John Paul Henry | Harlowe', 'HARLOWE, JOHN PAUL DAVID', both],
    ['John Paul Henry | Harlowe', 'HARLOWE, JOHN DAVID PAUL', both],
  ])('%s: %s', (alert, text, sentence) => expect(decideMatch(person(alert), record(text))?.sentence).toBe(sentence))
  it.each([
    ['John Paul | Harlowe', 'HARLOWE, JOHN DAVID EARL'],
    ['John Paul Henry | Harlowe', 'HARLOWE, JOHN DAVID'],
    ['John Paul Henry | Harlowe', 'HARLOWE, JOHN DAVID EARL'],
  ])('%s: not %s', (alert, text) => expect(decideMatch(person(alert), record(text))).toBeNull())
})

describe('a contradicting middle name is shown last', () => {
  const alert = person('John Paul Henry | Harlowe')
  const contradicting = 'HARLOWE, JOHN PAUL DAVID'
  it.each<[other: string, kind: keyof typeof sentences, feed: Partial<FeedFormat>]>([
    ['HARLOWE, JOHN', 'sameName', {}],
    ['HARLOWE, J', 'initialInRecord', {}],
    ['HARLOWE-REED, JOHN', 'halfName', {}],
    ['HARLOWE-REED, J', 'halfAndInitial', {}],
    ['HARLOWE, JOHN PA', 'cutName', { nameWidth: 16 }],
  ])('after %s', (other, kind, feed) => {
    for (const parties of [
      [contradicting, other],
      [other, contradicting],
    ])
      expect(decideMatch(alert, record(...parties), feed)?.sentence).toBe(sentences[kind])
  })
})

check('DE X and AL X', [
  { record: 'DE SOUZA, ANA', found: people('Ana | Souza', 'Ana | De Souza', 'Ana | Desouza') },
  { record: 'DESOUZA, ANA', found: people('Ana | De Souza'), missed: people('Ana | Souza') },
  { record: 'SOUZA, ANA', found: people('Ana | De Souza'), missed: people('Ana | Desouza') },
  { record: 'ANA DE SOUZA', feed: firstLast, found: people('Ana | Souza', 'Ana | De Souza') },
  { record: 'AL FAROUK, OMAR', found: people('Omar | Farouk', 'Omar | Al Farouk') },
  { record: 'ALFAROUK, OMAR', missed: people('Omar | Farouk') },
  { record: 'DE LA CRUZ, ANA', found: people('Ana | De La Cruz', 'Ana | Delacruz'), missed: people('Ana | Cruz') },
  { record: 'DEL RIO, ANA', found: people('Ana | Del Rio'), missed: people('Ana | Rio') },
  { record: 'DE LOS REYES, ANA', found: people('Ana | De Los Reyes'), missed: people('Ana | Reyes') },
])

const shortWords: [string, string][] = [
  ['ALDERGATE PROP LLC', 'Aldergate Properties LLC'],
  ['ALDERGATE PROP LLC', 'Aldergate Property LLC'],
  ['ALDERGATE INV LLC', 'Aldergate Investments LLC'],
  ['ALDERGATE MGMT INC', 'Aldergate Management Inc'],
  ['ALDERGATE DEV CORP', 'Aldergate Development Corp'],
  ['ALDERGATE UNIV', 'Aldergate University'],
  ['ALDERGATE NATL BANK', 'Aldergate National Bank'],
  ['ALDERGATE INTL INC', 'Aldergate International Inc'],
  ['ALDERGATE CONDO ASSOC', 'Aldergate Condominium Association'],
  ['ALDERGATE HOA', 'Aldergate Homeowners Association'],
  ['ALDERGATE DEPT OF HEALTH', 'Aldergate Department of Health'],
  ['ALDERGATE CTR LLC', 'Aldergate Center LLC'],
  ['ALDERGATE ASSOCN', 'Aldergate Association'],
  ['ALDERGATE CO SCHOOL DISTRICT', 'Aldergate County School District'],
  ['ALDERGATE CO SCHOOL DISTRICT', 'Aldergate School District'],
  ['COUNTY OF ALDERGATE', 'Aldergate County'],
  ['ALDERGATE COUNTY', 'County of Aldergate'],
  ['TRUSTEES OF ALDERGATE COLLEGE', 'Aldergate College'],
  ['BIRCHWOOD II LLC', 'Birchwood 2 LLC'],
  ['BIRCHWOOD FUND VII LP', 'Birchwood Fund 7 LP'],
  ['BIRCHWOOD XIX LLC', 'Birchwood 19 LLC'],
  ['BIRCHWOOD 20 LLC', 'Birchwood XX LLC'],
  ['BIRCHWOOD V LLC', 'Birchwood 5 LLC'],
  ['BIRCHWOOD I LLC', 'Birchwood 1 LLC'],
]
check('business words', [
  ...shortWords.flatMap(([text, name]) => [
    { record: text, found: firms(name) },
    { record: name.toUpperCase(), found: firms(name) },
  ]),
  { record: 'V BIRCHWOOD LLC', missed: firms('5 Birchwood LLC') },
  { record: 'X MARKS BIRCHWOOD LLC', missed: firms('10 Marks Birchwood LLC') },
  { record: 'BIRCHWOOD II LLC', missed: firms('Birchwood LLC', 'Birchwood 3 LLC', 'Birchwood 11 LLC') },
])

check('parcels', [
  { record: '12-34-566, 12-34-567', found: parcels('12-34-566', '12-34-567'), missed: parcels('12-34-568') },
  { record: '12-34-566; 12-34-567', found: parcels('12-34-566', '12-34-567') },
  { record: '12-34-566 & 12-34-567', found: parcels('12-34-566', '12-34-567') },
  {
    record: '12-34-560 THRU 12-34-569',
    found: parcels('12-34-560', '12-34-565', '12-34-569'),
    missed: parcels('12-34-570', '12-34-559', '12-35-565'),
  },
  {
    record: '12-34-001 THRU 12-34-900',
    found: parcels('12-34-001', '12-34-900'),
    missed: parcels('12-34-500'),
  },
])
