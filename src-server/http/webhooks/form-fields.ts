/** Fields of a form; one that comes several times is a list, as Twilio's signature counts them. */
export type FormFields = Record<string, string | string[]>

/** Twilio sends some thirty, and five more for each picture. */
const maxFields = 300

/**
 * Reads a form in one pass.
 * @returns null for a form of more fields than Twilio ever sends, before any of them is read
 */
export function readFormFields(body: Buffer): FormFields | null {
  let separators = 0
  for (const byte of body) if (byte === ampersand && ++separators >= maxFields) return null
  const gathered = new Map<string, string[]>()
  for (const [name, value] of new URLSearchParams(body.toString('utf8'))) {
    const values = gathered.get(name)
    if (values) values.push(value)
    else gathered.set(name, [value])
  }
  return Object.fromEntries([...gathered].map(([name, values]) => [name, values.length === 1 ? values[0]! : values]))
}

const ampersand = 38
