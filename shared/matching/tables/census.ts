import { femaleGivenNames } from './census/female-given-names.ts'
import { maleGivenNames } from './census/male-given-names.ts'
import { surnames } from './census/surnames.ts'

/**
 * How common names are, by the census of 1990. The lists are parsed when a name is first asked for. They take 190 kB,
 * so nothing that the browser loads may import this file.
 */
const figure = /^\d+$/
/** Figures are thousandths of a percent. */
const unit = 100_000
/** The assumed value of a share that the source rounds to zero. */
const leastFigure = 0.25

function parseShares(list: string, scale: number): [name: string, share: number][] {
  const shares: [string, number][] = []
  let share = 0
  for (const word of list.trim().split(/\s+/)) {
    if (figure.test(word)) share = (Math.max(Number(word), leastFigure) / unit) * scale
    else shares.push([word, share])
  }
  return shares
}

let surnameShares: Map<string, number> | null = null
let givenNameShares: Map<string, number> | null = null

/** The share of people, from 0 to 1, with this surname (normalized, without spaces); 0 if the list does not have it. */
export function surnameShare(key: string): number {
  surnameShares ??= new Map(parseShares(surnames, 1))
  return surnameShares.get(key) ?? 0
}

/** The share of people, from 0 to 1, with this given name (normalized); 0 if neither list has it. */
export function givenNameShare(key: string): number {
  givenNameShares ??= mergeShares(parseShares(femaleGivenNames, 0.5), parseShares(maleGivenNames, 0.5))
  return givenNameShares.get(key) ?? 0
}

/** Half of all people are counted in each list, so the share of a name in both is the sum of its halves. */
function mergeShares(...lists: [string, number][][]): Map<string, number> {
  const shares = new Map<string, number>()
  for (const [name, share] of lists.flat()) shares.set(name, (shares.get(name) ?? 0) + share)
  return shares
}
