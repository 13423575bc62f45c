/** Words that docs/operations.md, .env.example and docker-compose.yml use in place of one's own secret. */
const placeholder =
  /only.for.trying|change.?me|replace.?me|your.?secret|place.?holder|output of|openssl|rand.-?(base64|hex)|random.?bytes|characters that nobody|(owner|app|superuser|replication|rewind).password|(app.secret|metrics.token)/i
const longestRepetition = 16
/** The minimum share of neighboring pairs that must differ from each other. */
const minVariety = 0.5
/** The maximum share of neighbors that may continue a repetition or a row such as abcd. */
const maxAlike = 0.7

/** Passwords of database and mail that the same texts show in addresses. */
const samplePasswords = new Set([
  'password',
  'owner-password',
  'app-password',
  'only-for-trying-app',
  'only-for-trying-owner',
])

/** Whether an address has a password that our own texts show. */
export function hasSamplePassword(address: string): boolean {
  const { password = '' } = URL.parse(address) ?? {}
  return samplePasswords.has(password.toLowerCase())
}

/**
 * Why an attacker could guess a secret, or null. It finds what people type instead of generating a secret: samples, few
 * different characters, repetitions, and rows such as 0123456789. It accepts every random text of 16 letters or digits.
 */
export function findWeakness(secret: string): 'sample' | 'repetitive' | null {
  if (placeholder.test(secret)) return 'sample'
  const characters = Array.from(secret)
  if (new Set(characters).size < Math.min(8, characters.length / 4)) return 'repetitive'
  const pairs = new Set(characters.slice(1).map((character, place) => `${characters[place]}${character}`))
  if (pairs.size < minVariety * (characters.length - 1)) return 'repetitive'
  const codes = characters.map((character) => character.codePointAt(0) ?? 0)
  const alike = (distance: number, isAlike: (a: number, b: number) => boolean) => {
    const found = codes.slice(distance).filter((code, place) => isAlike(code, codes[place] ?? 0))
    return found.length > maxAlike * (codes.length - distance)
  }
  const period = Math.min(longestRepetition, Math.floor(codes.length / 2))
  for (let distance = 1; distance <= period; distance++)
    if (alike(distance, (code, before) => code === before)) return 'repetitive'
  return alike(1, (code, before) => Math.abs(code - before) <= 1) ? 'repetitive' : null
}
