import type { ReadingFigures } from './reading.ts'

/** Counts of each set by its title: no names, and no paths. */
export type FiguresBySet = Record<string, Pick<ReadingFigures, 'names' | 'invented' | 'unreadable'>>

/**
 * One sentence for each count that is above the committed one. A set that is gone, new or of another size cannot be
 * compared, and says so too: a reader that finds no names would otherwise pass by inventing no one.
 */
export function findRises(committed: FiguresBySet, measured: FiguresBySet): string[] {
  const titles = [...new Set([...Object.keys(committed), ...Object.keys(measured)])]
  return titles.flatMap((title) => {
    const [before, now] = [committed[title], measured[title]]
    if (!before || !now) return `${title}: ${before ? 'not found' : 'no figures are committed'}.`
    if (before.names !== now.names)
      return `${title}: ${now.names} names, but the committed figures are of ${before.names}.`
    const rises: string[] = []
    if (now.invented > before.invented)
      rises.push(`${title}: ${now.invented} names with an invented person, committed are ${before.invented}.`)
    if (now.unreadable > before.unreadable)
      rises.push(`${title}: ${now.unreadable} unreadable names, committed are ${before.unreadable}.`)
    return rises
  })
}
