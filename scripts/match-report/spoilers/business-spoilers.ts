import type { Random } from '#scripts/made-up/random.ts'
import type { MatchOptions } from '#shared/contract/alert.ts'

/** An invented business: its own name without legal form, and a form. */
export type Firm = { name: string; form: string }
export type BusinessSpoiler = {
  name: string
  isPromised: boolean
  /** The record's name and the alert's. */
  spoil: (firm: Firm, random: Random) => { record: string; alert: string; variants?: Partial<MatchOptions> }
}

const promised = (name: string, write: (firm: Firm, random: Random) => string): BusinessSpoiler => ({
  name,
  isPromised: true,
  spoil: (firm, random) => ({ record: write(firm, random), alert: firm.name }),
})
const full = ({ name, form }: Firm) => `${name} ${form}`

const shuffle = (words: string[], random: Random) =>
  words
    .map((word) => ({ word, place: random.next() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ word }) => word)

export const businessSpoilers: readonly BusinessSpoiler[] = [
  promised('as indexed', full),
  promised('lower case', (firm) => full(firm).toLowerCase()),
  promised('a comma before the legal form', ({ name, form }) => `${name}, ${form}`),
  promised('full stops in the legal form', ({ name, form }) => `${name} ${[...form].join('.')}.`),
  promised('spaces in the legal form', ({ name, form }) => `${name} ${[...form].join(' ')}`),
  promised('without its legal form', ({ name }) => name),
  promised('THE before it', (firm) => `THE ${full(firm)}`),
  promised('ET AL after it', (firm) => `${full(firm)} ET AL`),
  promised('two legal forms', (firm) => `${full(firm)} LP`),
  promised('& for AND', (firm) => full(firm).replace(' AND ', ' & ')),
  promised('no spaces around &', (firm) => full(firm).replace(' AND ', '&')),
  promised('beside another owner', (firm) => `${full(firm)} / HARBOR LEDGER LLC`),
  promised('after another owner', (firm) => `HARBOR LEDGER LLC & ${full(firm)}`),
  promised('many spaces', (firm) => full(firm).replaceAll(' ', '   ')),
  promised('an apostrophe', ({ name, form }) => `${name.slice(0, 2)}'${name.slice(2)} ${form}`),
  promised('an address after it', (firm) => `${full(firm)} % ALDER HOLDINGS LLC`),
  promised('its last words as one', ({ name, form }) => `${name.replace(/ (\S+)$/, '$1')} ${form}`),
  {
    name: 'a year in the name of a trust',
    isPromised: true,
    spoil: ({ name }) => ({ record: `${name.replace(' ', ' 2019 ')} TRUST`, alert: `${name} TRUST` }),
  },
  {
    name: 'without the year in the name of a trust',
    isPromised: true,
    spoil: ({ name }) => ({ record: `${name} TRUST`, alert: `${name} 2019 TRUST` }),
  },
  {
    name: 'a state after its legal form',
    isPromised: true,
    spoil: (firm) => ({ record: `${full(firm)} A DELAWARE LIMITED LIABILITY COMPANY`, alert: firm.name }),
  },
  {
    name: 'contains all words',
    isPromised: true,
    spoil: (firm) => ({ record: `GREATER ${full(firm)}`, alert: firm.name, variants: { allWords: true } }),
  },
  {
    name: 'its words in another order',
    isPromised: false,
    spoil: (firm, random) => ({
      record: `${shuffle(firm.name.split(' '), random).join(' ')} TRUST`,
      alert: `${firm.name} TRUST`,
      variants: { allWords: true },
    }),
  },
]
