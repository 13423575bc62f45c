import { guessNameOrder } from '#shared/matching/public.ts'
import { type Checked, listNames, type Sign } from './sign.ts'

type NameOrder = 'LAST_FIRST' | 'FIRST_LAST'

/** Fewer names show nothing. */
const minNames = 50
/** The share of names that must follow one order: of the rest, most follow it too, with a surname like a given name. */
const clearMajority = 0.95

/** The feed states no order, but nearly all of its names without a comma follow one. */
export function detectNameOrder({ records, format }: Checked): Sign | null {
  if (format.nameOrder !== null) return null
  const names: Record<NameOrder, string[]> = { LAST_FIRST: [], FIRST_LAST: [] }
  for (const name of listNames(records)) {
    const order = guessNameOrder(name)
    if (order) names[order].push(name)
  }
  const [most, least] = [names.LAST_FIRST, names.FIRST_LAST].toSorted((a, b) => b.length - a.length)
  const of = names.LAST_FIRST.length + names.FIRST_LAST.length
  if (!most || !least || of < minNames || most.length < clearMajority * of) return null
  return {
    kind: 'nameOrder',
    change: { nameOrder: most === names.LAST_FIRST ? 'LAST_FIRST' : 'FIRST_LAST' },
    found: most,
    of,
  }
}
