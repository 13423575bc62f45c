import { type Checked, type HeldRecord, type Sign } from './sign.ts'

/** Fewer names show nothing. */
const minNames = 1_000
/** Names of the longest length there must be, and how many times as many as of each length just below. */
const minAtWidth = 20
const clearFactor = 2
const lengthsBelow = 4
/** The limits of the setting. */
const widths = { least: 5, most: 500 }

/**
 * The feed's names end at one length that it does not state, or do not end at the one it states: none reaches it, or
 * some are longer.
 */
export function detectNameWidth({ records, format: { nameWidth } }: Checked): Sign | null {
  const byLength = new Map<number, string[]>()
  for (const name of listFullNames(records)) {
    const same = byLength.get(name.length)
    if (same) same.push(name)
    else byLength.set(name.length, [name])
  }
  const of = [...byLength.values()].reduce((sum, names) => sum + names.length, 0)
  if (of < minNames) return null
  const longest = Math.max(...byLength.keys())
  const cut = findCutNames(byLength, longest)
  if (longest === nameWidth || (nameWidth === null && !cut)) return null
  const longer = [...byLength].filter(([length]) => length > (nameWidth ?? 0)).flatMap(([, names]) => names)
  const found = cut ?? (longer.length > 0 ? longer : (byLength.get(longest) ?? []))
  return { kind: 'nameWidth', change: { nameWidth: cut ? longest : null }, found, of }
}

/** The names at the longest length, if there are far more of them than just below it. */
function findCutNames(byLength: Map<number, string[]>, longest: number): string[] | null {
  const names = byLength.get(longest) ?? []
  if (longest < widths.least || longest > widths.most || names.length < minAtWidth) return null
  for (let length = longest - 1; length >= longest - lengthsBelow; length--) {
    if (names.length < clearFactor * (byLength.get(length)?.length ?? 0)) return null
  }
  return names
}

/** The names that a width applies to: as they were sent, also of businesses. */
function listFullNames(records: readonly HeldRecord[]): Set<string> {
  const names = new Set<string>()
  for (const { parties } of records) {
    for (const { name, businessName } of parties) {
      if (name) names.add(name)
      if (businessName) names.add(businessName)
    }
  }
  return names
}
