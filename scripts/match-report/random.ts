/** A fixed seed, so that two runs show the same samples and make the same county. */
export const seed = 20_240_601

/** This many distinct items, chosen without repeats. */
export function sample<T>(items: Iterable<T>, size: number, random: () => number): T[] {
  const left = [...new Set(items)]
  const taken: T[] = []
  while (taken.length < size && left.length > 0) taken.push(...left.splice(Math.floor(random() * left.length), 1))
  return taken
}

export const pick = <T>(list: readonly T[], random: () => number): T => list[Math.floor(random() * list.length)]!
