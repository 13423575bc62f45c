import { type Random, weighted } from '#scripts/made-up/random.ts'
import { type CensusNames, listGivenNames, listSurnames } from '../census.ts'
import { isNoMark } from '../spoilers/marked-words.ts'
import { makePlainPool, type Pool } from './pool.ts'

/** Half drawn by frequency and half evenly, so that rare names are tried too; words that are marks of the rule never. */
export function makeCensusPool(): Pool {
  const [given, surnames] = [listGivenNames(), listSurnames()]
  return makePlainPool('census', given.names, surnames.names, { given: drawNames(given), surname: drawNames(surnames) })
}

function drawNames({ names, shares }: CensusNames): (random: Random) => string {
  const rows = names.map((name, i) => ({ name, share: shares[i] ?? 0 })).filter(({ name }) => isNoMark(name))
  const draw = weighted(rows.map(({ share }) => share))
  return (random: Random) => (random.chance(0.5) ? rows[draw(random.next)]! : random.pick(rows)).name
}
