import type { Html } from '#shared/node/platform/html.ts'
import type { SenderBranding } from './parts/sender-branding.ts'

/** A gap in a form that each message fills. Ordinary text cannot be mistaken for one, because its '<' is escaped. */
export const placeholder = (name: string): Html => ({ html: `<gap ${name}>` })

/**
 * Splits a page at its gaps once, so that each message only inserts its own parts between the fixed ones.
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

/** Caches a value that depends only on branding and language. */
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
