/**
 * Prepares a name that somebody made up, of a user or an alert, for an email that may reach anybody. Mail programs turn
 * anything that looks like a web or email address into a link, unless an invisible word joiner (U+2060) precedes its dots
 * and signs. At the end of a word they make no link.
 */
export const preventLinks = (name: string): string => name.replaceAll(/(?<=\S)[.@:/](?=\S)/g, '\u2060$&')

/** The same for all usernames in a message's data. */
export function preventLinksInNames<D>(data: D): D {
  if (typeof data !== 'object' || data === null) return data
  const names = Object.entries(data).flatMap(([key, value]: [string, unknown]) => {
    if (key === 'username' && typeof value === 'string') return [[key, preventLinks(value)]]
    if (key === 'usernames' && Array.isArray(value)) return [[key, value.map((name) => preventLinks(String(name)))]]
    return []
  })
  return { ...data, ...Object.fromEntries(names) }
}
