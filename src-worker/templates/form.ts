import type { Html } from './html.ts'
import type { Letterhead } from './message.ts'

/** A place in a form that each message fills for itself. Text cannot pass for one: its '<' is escaped. */
export const gap = (name: string): Html => ({ html: `<gap ${name}>` })

/**
 * Takes a page with gaps apart once, so that a message only has to put its own parts between the fixed ones.
 * @returns fills every gap
 */
export function formOf<Gap extends string>(page: string): (parts: Record<Gap, Html>) => string {
  const [first = '', ...rest] = page.split(/<gap (\w+)>/)
  return (parts) => {
    let out = first
    for (let i = 0; i < rest.length; i += 2) out += parts[rest[i] as Gap].html + (rest[i + 1] as string)
    return out
  }
}

/** Makes what depends on letterhead and language alone only when one of them is new. */
export function onceFor<T>(make: (letterhead: Letterhead, language: string) => T): typeof make {
  const made = new WeakMap<Letterhead, Map<string, T>>()
  return (letterhead, language) => {
    const ofLetterhead = made.get(letterhead) ?? new Map<string, T>()
    if (ofLetterhead.size === 0) made.set(letterhead, ofLetterhead)
    const one = ofLetterhead.get(language) ?? make(letterhead, language)
    ofLetterhead.set(language, one)
    return one
  }
}
