import type { Html } from './html.ts'
import type { SenderBranding } from './sender-branding.ts'

/** A place in a form that each message fills for itself. Text cannot pass for one: its '<' is escaped. */
export const placeholder = (name: string): Html => ({ html: `<gap ${name}>` })

/**
 * Takes a page with gaps apart once, so that a message only has to put its own parts between the fixed ones.
 * @returns fills every gap
 */
export function compileForm<Gap extends string>(page: string): (parts: Record<Gap, Html>) => string {
  const [first = '', ...rest] = page.split(/<gap (\w+)>/)
  return (parts) => {
    let out = first
    for (let i = 0; i < rest.length; i += 2) out += parts[rest[i] as Gap].html + (rest[i + 1] as string)
    return out
  }
}

/** Makes what depends on branding and language alone only when one of them is new. */
export function cachePerBranding<T>(make: (branding: SenderBranding, language: string) => T): typeof make {
  const made = new WeakMap<SenderBranding, Map<string, T>>()
  return (branding, language) => {
    const ofBranding = made.get(branding) ?? new Map<string, T>()
    if (ofBranding.size === 0) made.set(branding, ofBranding)
    const one = ofBranding.get(language) ?? make(branding, language)
    ofBranding.set(language, one)
    return one
  }
}
