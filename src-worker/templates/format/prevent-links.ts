/** What makes a web or email address of a name, or a phone number: its signs, and digits in a row. */
const linked = /[.@:/]|(?<=\d)[-() ]|(?<=\d{3})\d/g

/**
 * Prepares a name that one user chose for a message that others read too. Mail programs turn any text that looks like a
 * web address, an email address or a phone number into a link, unless an invisible word joiner (U+2060) splits it.
 */
export const preventLinks = (name: string): string => name.replaceAll(linked, '\u2060$&')

/** The same for all usernames and alert names in a message's data. */
export function preventLinksInNames<D>(data: D): D {
  if (typeof data !== 'object' || data === null) return data
  const names = Object.entries(data).flatMap(([key, value]: [string, unknown]) => {
    if (['username', 'alert'].includes(key) && typeof value === 'string') return [[key, preventLinks(value)]]
    if (['usernames', 'alerts'].includes(key) && Array.isArray(value))
      return [[key, value.map((name) => preventLinks(String(name)))]]
    return []
  })
  return { ...data, ...Object.fromEntries(names) }
}
