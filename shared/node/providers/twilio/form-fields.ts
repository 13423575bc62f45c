/** Fields of a form; a repeated field is a list, as Twilio's signature expects. */
export type FormFields = Record<string, string | string[]>

/** Twilio sends about thirty, and five more for each picture. */
const maxFields = 300

/**
 * Reads a form in one pass.
 * @returns null for a form with more fields than Twilio ever sends, before any is parsed
 */
export function readFormFields(body: Buffer): FormFields | null {
  let separators = 0
  for (const byte of body) if (byte === ampersand && ++separators >= maxFields) return null
  const valuesByName = new Map<string, string[]>()
  for (const [name, value] of new URLSearchParams(body.toString('utf8'))) {
    const values = valuesByName.get(name)
    if (values) values.push(value)
    else valuesByName.set(name, [value])
  }
  return Object.fromEntries(
    [...valuesByName].map(([name, values]) => [name, values.length === 1 ? values[0]! : values]),
  )
}

const ampersand = 38
