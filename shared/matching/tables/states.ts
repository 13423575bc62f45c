import { stateNames as names } from '#shared/text/states.ts'

/** Codes that are also words or legal forms. */
const ambiguousCodes = new Set('IN ME OR OK HI OH DE LA AL ID MA PA CO MD'.split(' '))

/** Names of states and the codes that they become, without those that are also words. Codes never become names. */
export const stateCodes: ReadonlyMap<string, string> = new Map(
  Object.entries(names).flatMap(([code, name]) => (ambiguousCodes.has(code) ? [] : [[name.toUpperCase(), code]])),
)

/** Every state's name, also of those without a code above, as legal forms mention them ('A DELAWARE CORPORATION'). */
export const stateNames: readonly string[] = Object.values(names).map((name) => name.toUpperCase())
