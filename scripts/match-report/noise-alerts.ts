import { weighted } from '#scripts/made-up/random.ts'
import { listGivenNames, listSurnames } from './census.ts'
import type { Entered } from './entered.ts'

export type Group = { title: string; alerts: Entered[] }

/** Bands of surnames by rank in the census; first names are drawn by their frequency. */
const bands = [
  { title: 'very common last name (1st to 100th)', from: 0, to: 100 },
  { title: 'common last name (101st to 2,000th)', from: 100, to: 2_000 },
  { title: 'rare last name (2,001st to 8,000th)', from: 2_000, to: 8_000 },
  { title: 'very rare last name (from the 8,001st)', from: 8_000, to: Infinity },
]

const perBand = 150

export function bandGroups(random: () => number): Group[] {
  const [names, given] = [listSurnames(), listGivenNames()]
  const drawGiven = weighted(given.shares)
  return bands.map(({ title, from, to }) => {
    const among = names.names.slice(from, to)
    const draw = weighted(names.shares.slice(from, to))
    const alerts = Array.from({ length: among.length > 0 ? perBand : 0 }, () => ({
      first: given.names[drawGiven(random)]!,
      middles: [],
      last: among[draw(random)]!,
    }))
    return { title, alerts }
  })
}

export const withoutMiddle = ({ first, last, ...rest }: Entered): Entered => ({ ...rest, first, middles: [], last })

export const ownerGroups = (owners: Entered[]): Group[] => [
  { title: 'owners, with middle name', alerts: owners },
  { title: 'owners, first and last name', alerts: owners.map(withoutMiddle) },
]
