import { logWarning } from '../log.ts'

/** Texts in groups, like the English catalog. */
type Texts = { [key: string]: string | Texts }

const known = new Map<string, Promise<Texts>>()

/**
 * The county's own translation for a language; empty if it has none. A failure is logged and keeps the texts; the next
 * call tries again.
 */
export function countyTexts(tag: string): Promise<Texts> {
  const asked = known.get(tag) ?? ask(tag)
  known.set(tag, asked)
  return asked
}

async function ask(tag: string): Promise<Texts> {
  try {
    const response = await fetch(`/config/translations/${tag}.json`, { signal: AbortSignal.timeout(5_000) })
    if (!response.ok) throw new Error(`HTTP status ${response.status}`)
    return (await response.json()) as Texts
  } catch (cause) {
    logWarning("The county's translation could not be read.", cause)
    known.delete(tag)
    return {}
  }
}
