import { limits } from '#shared/contract/alert.ts'

const toKey = (name: string) => name.trim().toLowerCase()

/**
 * Names for new alerts, at most 60 characters each, that no other alert of their owner has: 'Elm Street', 'Elm Street
 * (2)'. A number at the end of the wanted name is replaced.
 * @param wanted the name of the first, if it is free
 * @param taken the names of the owner's other alerts, regardless of case
 */
export function nameAlerts(wanted: string, count: number, taken: readonly string[]): string[] {
  const used = new Set(taken.map(toKey))
  const base = wanted.replace(/ \(\d+\)$/, '')
  const names: string[] = []
  // At most `used` numbers are taken, so `count` of these are free.
  for (let number = 1; names.length < count; number++) {
    const suffix = number === 1 ? '' : ` (${number})`
    const name = base.slice(0, limits.alertName - suffix.length).trimEnd() + suffix
    if (!used.has(toKey(name))) names.push(name)
  }
  return names
}
