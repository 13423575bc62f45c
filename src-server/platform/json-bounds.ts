/** What a JSON text may hold, at most. */
export type JsonBounds = {
  /** Lists and objects in one another. */
  depth: number
  /** Brackets, commas and colons in all: how many values become of it. */
  parts?: number
}

/**
 * The first bound that a JSON text breaks, or null. To be asked before the text is parsed: parsing takes all of it in
 * one turn of the event loop, whatever it holds, and PostgreSQL reads JSON by recursion. One pass that stops at the
 * first breach; text that is no JSON is somebody else's to refuse.
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
