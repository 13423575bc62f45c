import { givenNameShare, surnameShare } from '#shared/matching/tables/census.ts'
import { femaleGivenNames } from '#shared/matching/tables/census/female-given-names.ts'
import { maleGivenNames } from '#shared/matching/tables/census/male-given-names.ts'
import { surnames } from '#shared/matching/tables/census/surnames.ts'

/** Names of the census of 1990 with their share of the population (0 to 1), most common first. */
export type CensusNames = { names: string[]; shares: number[] }

const figure = /^\d+$/
const split = (list: string) => list.split(/\s+/).filter((word) => word !== '' && !figure.test(word))

function sortByShare(names: string[], toShare: (name: string) => number): CensusNames {
  const rows = [...new Set(names)].map((name) => ({ name, share: toShare(name) }))
  const sorted = rows.toSorted((a, b) => b.share - a.share)
  return { names: sorted.map(({ name }) => name), shares: sorted.map(({ share }) => share) }
}

export const listSurnames = (): CensusNames => sortByShare(split(surnames), surnameShare)
export const listGivenNames = (): CensusNames =>
  sortByShare([...split(maleGivenNames), ...split(femaleGivenNames)], givenNameShare)
