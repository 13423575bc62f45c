/** The value of an option that counts, from `least`. Anything else prints the error, and exits with 2. */
export function readCount(name: string, text: string | number, least = 0): number {
  const value = Number(text)
  if (text !== '' && Number.isSafeInteger(value) && value >= least) return value
  console.error(`--${name} must be a whole number${least > 0 ? ` from ${least}` : ''}.`)
  process.exit(2)
}

const maxIds = 20

/** Prints which promises were broken, and exits with 0 if there were none, otherwise with 1. */
export function endCommand(breaches: { what: string; ids: string[] }[], seed: number): never {
  for (const { what, ids } of breaches)
    console.error(
      `NOT KEPT: ${what}: ${ids.length} (${ids.slice(0, maxIds).join(', ')}${ids.length > maxIds ? ', …' : ''})`,
    )
  const isKept = breaches.length === 0
  console.log(isKept ? 'All promises kept.' : `Promises were broken. Repeat the plan with --seed ${seed}.`)
  process.exit(isKept ? 0 : 1)
}
