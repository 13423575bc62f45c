import type { Random } from '#scripts/made-up/random.ts'

/** Draws all cards before any comes again, shuffled again each time. */
export function makeDeck<T>(cards: readonly T[], random: Random): () => T {
  let left: T[] = []
  return () => {
    if (left.length === 0) left = shuffle(cards, random)
    return left.pop() as T
  }
}

function shuffle<T>(cards: readonly T[], random: Random): T[] {
  const shuffled = [...cards]
  for (let last = shuffled.length - 1; last > 0; last--) {
    const place = random.below(last + 1)
    const held = shuffled[last] as T
    shuffled[last] = shuffled[place] as T
    shuffled[place] = held
  }
  return shuffled
}
