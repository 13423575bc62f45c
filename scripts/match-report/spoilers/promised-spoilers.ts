import { index, named, promised, spoken, type Spoiler, withInitial } from './spoiler.ts'

const titleCase = (text: string) => text.toLowerCase().replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase())
const withMarks: Record<string, string> = { A: 'Á', E: 'É', I: 'Í', O: 'Ö', U: 'Ü', N: 'Ñ', C: 'Ç' }

const letters: Spoiler[] = [
  promised('as indexed', index),
  promised('lower case', (person) => index(person).toLowerCase()),
  promised('title case', (person) => titleCase(index(person))),
  promised('letters with marks', (person) =>
    index(person).replaceAll(/[AEIOUNC]/g, (letter) => withMarks[letter] ?? ''),
  ),
  promised('letters with marks, decomposed', (person) =>
    index(person).replaceAll(/[AEIOUNC]/g, (letter) => (withMarks[letter] ?? '').normalize('NFD')),
  ),
  promised('no space after the comma', (person) => index(person).replace(', ', ',')),
  promised('spaces around', (person) => `  ${index(person)}  `),
  promised('many spaces', (person) => index(person).replaceAll(' ', '   ')),
  promised('space before the comma', (person) => index(person).replace(',', ' ,')),
  promised('a comma before the middle name', ({ first, middle, last }) => `${last}, ${first}, ${middle}`),
  promised('a full stop at the end', (person) => `${index(person)}.`),
  promised('an apostrophe in the last name', ({ first, last }) => `${last.slice(0, 1)}'${last.slice(1)}, ${first}`),
]

const orders: Spoiler[] = [
  promised('first name first, stated', spoken, { nameOrder: 'FIRST_LAST' }),
  promised('first name first, unstated', spoken),
  promised('first name first with an initial, unstated', (person) => spoken(withInitial(person))),
  promised('last name first without a comma, stated', (person) => index(person).replace(',', ''), {
    nameOrder: 'LAST_FIRST',
  }),
  promised('last name first without a comma, unstated', (person) => index(person).replace(',', '')),
  {
    name: 'in fields',
    isPromised: true,
    spoil: ({ first, middle, last }) => ({ party: { firstName: first, middleName: middle, lastName: last } }),
  },
  {
    name: 'in two fields',
    isPromised: true,
    spoil: ({ first, middle, last }) => ({ party: { firstName: `${first} ${middle}`, lastName: last } }),
  },
]

const initials: Spoiler[] = [
  promised('without middle name', ({ first, last }) => `${last}, ${first}`),
  promised('middle initial', (person) => index(withInitial(person))),
  promised('middle initial with a full stop', (person) => `${index(withInitial(person))}.`),
  promised('first name by initial', ({ first, last }) => `${last}, ${first.charAt(0)}`),
  promised('both by initial', ({ first, middle, last }) => `${last}, ${first.charAt(0)} ${middle.charAt(0)}`),
  {
    name: 'initials with full stops',
    isPromised: true,
    // R.S., L.E. and T.R. may also be name markers: rights of survivorship, life estate, trustee.
    spoil: ({ first, middle, last }) => {
      const initials = `${first.charAt(0)}.${middle.charAt(0)}.`
      return ['R.S.', 'L.E.', 'T.R.'].includes(initials) ? null : named(`${last}, ${initials}`)
    },
  },
]

const joint: Spoiler[] = ['&', 'AND', '/'].flatMap((sign) => [
  promised(`before a spouse (${sign})`, (person, { first }) => `${index(person)} ${sign} ${first}`),
  promised(
    `after a spouse (${sign})`,
    ({ first, middle, last }, other) => `${last}, ${other.first} ${sign} ${first} ${middle.charAt(0)}`,
  ),
  promised(`before another owner (${sign})`, (person, other) => `${index(person)} ${sign} ${index(other)}`),
  promised(`after another owner (${sign})`, (person, other) => `${index(other)} ${sign} ${index(person)}`),
  promised(
    `spoken, after an indexed owner (${sign})`,
    (person, other) => `${index(withInitial(other))} ${sign} ${spoken(withInitial(person))}`,
  ),
])
joint.push(
  promised('a couple, spoken', ({ first, last }, other) => `${first} & ${other.first} ${last}`),
  promised(
    'the last of three who share a name',
    ({ first, last }, other) => `${last}, ${other.first} & ${other.middle} ${other.first.charAt(0)}. & ${first}`,
  ),
  promised('before another owner (OR)', (person, other) => `${spoken(person)} OR ${spoken(other)}`, {
    nameOrder: 'FIRST_LAST',
  }),
  promised('joint by two spaces', (person, other) => `${index(other)}  ${index(person)}`, { doubleSpaceSplits: true }),
)

const marks: Spoiler[] = [
  ...['A/K/A', 'AKA', 'A.K.A.', 'F/K/A', 'FKA', 'N/K/A'].map((mark) =>
    promised(`after ${mark}`, (person, other) => `${index(other)} ${mark} ${index(person)}`),
  ),
  ...['AKA', 'C/O', 'ATTN', '%'].map((mark) =>
    promised(`before ${mark}`, (person, other) => `${index(person)} ${mark} ${spoken(other)}`),
  ),
  promised('after FBO', (person) => `HARBOR LEDGER IRA LLC FBO ${spoken(person)}`, { nameOrder: 'FIRST_LAST' }),
  promised('in brackets', (person, other) => `${index(other)} (${spoken(person)})`),
  promised('with another first name in quotes', ({ first, last }, other) => `${last}, ${first} "${other.first}"`),
]

const tailWords = (
  'JR,SR,JR.,III,JUNIOR,SENIOR,TRUSTEE,TRUSTEES,TR,CO-TRUSTEE,CO TRUSTEE,SUCCESSOR TRUSTEE,EXEC,PERS REP,PER REP,ET AL,' +
  'ETAL,ET UX,UNMARRIED,WIDOW,WIDOWER,SINGLE,JT,J/T,JTWROS,TIC,L/E,LIFE ESTATE,R/S,DECD,HUSBAND AND WIFE,UNIT 5,APT 2B,' +
  '#12,SUITE 300,AS TRUSTEE,A SINGLE MAN,A MARRIED WOMAN,ATTORNEY IN FACT,ADMIN,ADMINISTRATOR,EXECUTOR,EXECUTRIX,RECEIVER,MD,PHD,ESQ,II'
).split(',')
const tails: Spoiler[] = [
  // Without a middle name, so that a trailing phrase read as one would contradict the alert's.
  ...tailWords.map((tail) => promised(`tail ${tail}`, ({ first, last }) => `${last}, ${first} ${tail}`)),
  ...tailWords.map((tail) => promised(`tail ${tail}, spoken`, (person) => `${spoken(person)} ${tail}`)),
  ...tailWords.map((tail) => promised(`tail ${tail} after a comma`, (person) => `${index(person)}, ${tail}`)),
  promised('ESTATE OF', (person) => `ESTATE OF ${spoken(person)}`),
  promised('EST', (person) => `${index(person)} EST`),
  promised('title', (person) => `${person.last}, MR ${person.first}`),
]

const trusts: Spoiler[] = [
  promised('a trust, indexed', (person) => `${index(person)} TRUST`),
  promised('a trust, spoken', (person) => `${spoken(withInitial(person))} REVOCABLE TRUST`),
  promised('a living trust with its date', (person) => `${spoken(withInitial(person))} LIVING TRUST DATED 5/5/1999`),
  promised(
    'trustee before another’s trust',
    (person, other) => `${index(person)} TR & ${other.first} ${other.last} REVOCABLE TRUST`,
  ),
  promised(
    'in another trustee’s trust',
    (person, other) => `${index(other)} TR & ${person.first} ${person.last} REVOCABLE TRUST`,
  ),
]

const writtenShort = (
  'WILLIAM WM,ROBERT ROBT,CHARLES CHAS,THOMAS THOS,GEORGE GEO,JAMES JAS,JOSEPH JOS,JOHN JNO,EDWARD EDW,RICHARD RICHD,' +
  'SAMUEL SAML,BENJAMIN BENJ,DANIEL DANL,MARGARET MARGT,ELIZABETH ELIZ'
).split(',')
const shortNames: Spoiler = {
  name: 'a first name written short',
  isPromised: true,
  spoil: (someone, _other, random) => {
    const [first = '', short = ''] = random.pick(writtenShort).split(' ')
    return { ...named(index({ ...someone, first: short })), person: { ...someone, first } }
  },
}

const missingNames: Spoiler[] = [
  promised('no middle name, said so', ({ first, last }) => `${last}, ${first} NMN`),
  promised('no middle initial, said so', ({ first, last }) => `${last}, ${first} NMI`),
]

const doubles: Spoiler[] = [
  promised('AL before the last name', ({ first, last }) => `AL ${last}, ${first}`),
  promised('DE before the last name', ({ first, last }) => `DE ${last}, ${first}`),
  promised('double last name, hyphen', ({ first, last }, other) => `${last}-${other.last}, ${first}`),
  promised('double last name, second half', ({ first, last }, other) => `${other.last}-${last}, ${first}`),
  promised('double last name, space', ({ first, last }, other) => `${last} ${other.last}, ${first}`),
]

export const promisedSpoilers: readonly Spoiler[] = [
  ...letters,
  ...orders,
  ...initials,
  ...joint,
  ...marks,
  ...tails,
  ...trusts,
  ...doubles,
  shortNames,
  ...missingNames,
]
