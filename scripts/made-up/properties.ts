import { makeNames } from './names.ts'
import { type Random, randomAt } from './random.ts'

/** A made-up property, as a county's parcel roll has it. */
export type MadeUpProperty = { parcelId: string; address: string; city: string; zip: string; legalDescription: string }

export type Properties = {
  propertyAt(index: number): MadeUpProperty
  /** What a resident types to find it, in one of the usual ways; `sure` if it names the property completely. */
  typedFor(property: MadeUpProperty, random: Random): { text: string; sure: boolean }
}

/** Street names that nearly every town has. */
const commonStreets = ['Main', 'Elm', 'Oak', 'Maple', 'Park', 'Lake', 'Church', 'Mill', 'Second', 'Third', 'Washington']
const suffixes = ['St', 'St', 'St', 'Ave', 'Ave', 'Rd', 'Dr', 'Ln', 'Ct', 'Cir', 'Blvd', 'Way', 'Pl', 'Ter', 'Trl']
const directions = ['', '', '', '', 'N', 'S', 'E', 'W', 'NE']
const inFull: Record<string, string> = {
  St: 'Street',
  Ave: 'Avenue',
  Rd: 'Road',
  Dr: 'Drive',
  Ln: 'Lane',
  Ct: 'Court',
  Blvd: 'Boulevard',
  N: 'North',
  S: 'South',
  E: 'East',
  W: 'West',
  NE: 'Northeast',
  Apt: '#',
}
/** Words that say little, and match many. */
const commonWords = ['main', 'street', 'north', 'county road', 'st 1', 'apt 3', '1 s', 'n s e w', '1 2 3', 'the']
const townCount = 40
const streetsPerTown = 250
const capitalize = (word: string) => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase()

/** A county of 40 towns with some 250 streets each: every fifth property is a unit, some have ranges or fractions. */
export function makeProperties(seed: number): Properties {
  const random = randomAt(seed)
  const names = makeNames(seed, 10)
  const name = () => capitalize(names.surname(random))
  const street = (n: number): string => {
    if (n % 25 === 24) return random.pick(['County Road', 'State Highway', 'US Highway']) + ` ${1 + random.below(120)}`
    const base = n < commonStreets.length ? commonStreets[n]! : name()
    return [random.pick(directions), base, random.pick(suffixes)].filter(Boolean).join(' ')
  }
  const towns = Array.from({ length: townCount }, (_, town) => ({
    city: town % 5 === 0 ? `St ${name()}` : name(),
    zip: String(55_000 + 7 * town),
    streets: Array.from({ length: streetsPerTown }, (_street, n) => street(n)),
  }))
  return {
    propertyAt(index) {
      const draw = randomAt(seed + 1, index)
      const town = draw.pick(towns)
      // A long street has more houses than a short one.
      const onStreet = town.streets[Math.floor(streetsPerTown * draw.next() ** 1.5)]!
      return {
        parcelId: `${10 + (index % 80)}-${String(Math.floor(index / 80)).padStart(6, '0')}`,
        address:
          `${drawNumber(draw)} ${onStreet}${draw.chance(0.2) ? ` Apt ${1 + draw.below(400)}` : ''}`.toUpperCase(),
        city: town.city.toUpperCase(),
        zip: town.zip,
        legalDescription: `LOT ${1 + draw.below(40)}, BLOCK ${1 + draw.below(20)}`,
      }
    },
    typedFor,
  }
}

function drawNumber(random: Random): string {
  const number = 1 + Math.floor(9999 * random.next() ** 2)
  const kind = random.next()
  if (kind < 0.02) return `${number}-${number + 2}`
  return kind < 0.03 ? `${number} 1/2` : String(number)
}

const spellOut = (address: string) =>
  address
    .split(' ')
    .map(capitalize)
    .map((word) => inFull[word] ?? word)
    .join(' ')
    .replace('# ', '#')

/** Leaves out, replaces or swaps one letter of the longest word. */
function misspell(text: string, random: Random): string {
  const longest = text.split(' ').toSorted((a, b) => b.length - a.length)[0] ?? ''
  if (!/^[A-Za-z]{5,}$/.test(longest)) return text
  const at = 1 + random.below(longest.length - 2)
  const wrong = random.pick([
    longest.slice(0, at) + longest.slice(at + 1),
    `${longest.slice(0, at)}x${longest.slice(at + 1)}`,
    longest.slice(0, at) + longest.charAt(at + 1) + longest.charAt(at) + longest.slice(at + 2),
  ])
  return text.replace(longest, wrong)
}

function typedFor({ address, city, zip }: MadeUpProperty, random: Random): { text: string; sure: boolean } {
  const words = address.split(' ')
  const [, second = '', third = ''] = words
  const whole = random.pick([address, address.toLowerCase(), spellOut(address)])
  const ways = [
    () => ({ text: `${words[0]} ${second.slice(0, 3)}`, sure: false }),
    () => ({ text: `${words[0]} ${second} ${third}`.trim(), sure: false }),
    () => ({ text: `${whole} ${city}`, sure: true }),
    () => ({ text: `${whole}, ${city}, MN ${zip}`, sure: true }),
    () => ({ text: `${misspell(whole, random)} ${zip}`, sure: true }),
    () => ({ text: `${second} ${third}`.trim().toLowerCase(), sure: false }),
    () => ({ text: `${second.slice(0, 4)} ${city.slice(0, 4)}`, sure: false }),
    () => ({ text: random.pick([...commonWords, zip, city]), sure: false }),
  ]
  return random.pick(ways)()
}
