/** The limits of a JSON text. */
export type JsonBounds = {
  /** The nesting of lists and objects. */
  depth: number
  /** Brackets, commas and colons in total, which bound the number of values. */
  parts?: number
}

/**
 * The first limit that a JSON text exceeds, or null. Check before parsing: the parser takes one turn of the event loop
 * for everything, and PostgreSQL reads JSON recursively. One pass that stops at the first excess; text that is not JSON
 * is left to the parser.
 */
export function findBrokenBound(json: string, { depth, parts = Infinity }: JsonBounds): keyof JsonBounds | null {
  let open = 0
  let seen = 0
  let inText = false
  for (let i = 0; i < json.length; i++) {
    const code = json.charCodeAt(i)
    if (inText) {
      if (code === backslash) i++
      else if (code === quote) inText = false
      continue
    }
    if (code === quote) inText = true
    else if (code === closeList || code === closeObject) open = Math.max(0, open - 1)
    else if (code === openList || code === openObject || code === comma || code === colon) {
      if ((code === openList || code === openObject) && ++open > depth) return 'depth'
      if (++seen > parts) return 'parts'
    }
  }
  return null
}

const [quote, backslash, comma, colon] = [34, 92, 44, 58]
const [openList, closeList, openObject, closeObject] = [91, 93, 123, 125]
