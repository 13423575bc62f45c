/** Words of the secrets in docker-compose.yml, and of others that stand where one's own belongs. */
const placeholder = /only.for.trying|change.?me|replace.?me|your.?secret|place.?holder/i
const longestRepetition = 16
/** Of all neighbors, how many may continue a repetition or a row such as abcd. */
const maxAlike = 0.7

/**
 * Why somebody could guess a secret, or null. It finds what people type instead of making one: samples, few different
 * characters, repetitions, and rows such as 0123456789. No random text of 16 letters or digits is refused.
 */
export function findWeakness(secret: string): 'sample' | 'repetitive' | null {
  if (placeholder.test(secret)) return 'sample'
  const characters = Array.from(secret)
  if (new Set(characters).size < Math.min(8, characters.length / 4)) return 'repetitive'
  const codes = characters.map((character) => character.codePointAt(0) ?? 0)
  const alike = (distance: number, isAlike: (a: number, b: number) => boolean) => {
    const pairs = codes.slice(distance).filter((code, place) => isAlike(code, codes[place] ?? 0))
    return pairs.length > maxAlike * (codes.length - distance)
  }
  const period = Math.min(longestRepetition, Math.floor(codes.length / 2))
  for (let distance = 1; distance <= period; distance++)
    if (alike(distance, (code, before) => code === before)) return 'repetitive'
  return alike(1, (code, before) => Math.abs(code - before) <= 1) ? 'repetitive' : null
}
