import type { Random } from '#scripts/made-up/random.ts'
import type { Someone } from '../spoilers/spoiler.ts'
import type { Origin } from './origin.ts'
import { origins } from './origins.ts'

const split = (list: string): string[] => list.trim().split(/\s+/)
const isPlain = (word: string) => /^[A-Z]{3,}$/.test(word)

type Lists = Origin & { sexes: { given: string[]; middles: string[] }[]; lasts: string[] }

const toLists = (origin: Origin): Lists => ({
  ...origin,
  sexes: [
    { given: split(origin.women), middles: split(origin.middlesOfWomen ?? origin.women) },
    { given: split(origin.men), middles: split(origin.middlesOfMen ?? origin.men) },
  ],
  lasts: split(origin.surnames),
})

/** Words that the tables join by an underscore are written apart. */
const apart = (word: string) => word.replaceAll('_', ' ')

/** Each origin is drawn as often as every other. */
export function makeOriginPool() {
  const all = origins.map(toLists)
  const given = all.flatMap(({ sexes }) => sexes.flatMap((sex) => sex.given.flatMap((name) => name.split('_'))))
  const lasts = all.flatMap((origin) => origin.lasts.map((last) => last.split(/[_-]/).at(-1)!))
  const plain = all.map(({ sexes, lasts: words, ...origin }) => ({
    ...origin,
    sexes: sexes.map((sex) => ({ given: sex.given.filter(isPlain), middles: sex.middles.filter(isPlain) })),
    lasts: words.filter(isPlain),
  }))
  return {
    name: 'origins' as const,
    draw: (random: Random) => drawPerson(random.pick(all), random),
    drawPlain: (random: Random) => drawPlain(random.pick(plain), random),
    givenNames: new Set(given),
    surnames: new Set(lasts),
  }
}

function drawPlain({ sexes, lasts }: Lists, random: Random): Someone {
  const { given } = random.pick(sexes)
  return { first: random.pick(given), middle: random.pick(given), last: random.pick(lasts) }
}

function drawPerson({ sexes, lasts, twoSurnames, hyphened, prefixes, twoGiven }: Lists, random: Random): Someone {
  const { given, middles } = random.pick(sexes)
  const last = random.pick(lasts)
  const chance = random.next()
  const firsts = random.chance(twoGiven ?? 0) ? [random.pick(given), random.pick(given)] : [random.pick(given)]
  return {
    first: apart(firsts.join(' ')),
    middle: apart(random.pick(middles)),
    last: apart(writeSurname()),
  }

  function writeSurname(): string {
    if (prefixes && chance < prefixes.share) return `${random.pick(split(prefixes.words))} ${last}`
    if (chance < (twoSurnames ?? 0)) return `${last} ${random.pick(lasts)}`
    const other = random.pick(lasts)
    return chance > 1 - (hyphened ?? 0) && isPlain(last) && isPlain(other) ? `${last}-${other}` : last
  }
}
