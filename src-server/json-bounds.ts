/** What a JSON text may hold, at most. */
export type JsonBounds = {
  /** Lists and objects in one another. */
  depth: number
  /** Lists and objects in all. */
  brackets?: number
  /** Members of any one list or object. */
  members?: number
  /** Brackets, commas and colons in all: how many values become of it. */
  parts?: number
}

/**
 * The first bound that a JSON text breaks, or null. To be asked before the text is parsed: parsing takes all of it in
 * one turn of the event loop, whatever it holds, and PostgreSQL reads JSON by recursion. One pass that stops at the
 * first breach; text that is no JSON is somebody else's to refuse.
 */
export function brokenBound(
  json: string,
  { depth, brackets = Infinity, members = Infinity, parts = Infinity }: JsonBounds,
): keyof JsonBounds | null {
  /** Commas so far in each list or object that is still open. */
  const open: number[] = []
  let seenBrackets = 0
  let seenParts = 0
  let inText = false
  for (let i = 0; i < json.length; i++) {
    const code = json.charCodeAt(i)
    if (inText) {
      if (code === backslash) i++
      else if (code === quote) inText = false
      continue
    }
    if (code === quote) inText = true
    else if (code === openList || code === openObject) {
      if (open.push(0) > depth) return 'depth'
      if (++seenBrackets > brackets) return 'brackets'
      if (++seenParts > parts) return 'parts'
    } else if (code === closeList || code === closeObject) open.pop()
    else if (code === comma) {
      const last = open.length - 1
      if (last >= 0 && ++open[last]! >= members) return 'members'
      if (++seenParts > parts) return 'parts'
    } else if (code === colon && ++seenParts > parts) return 'parts'
  }
  return null
}

const [quote, backslash, comma, colon] = [34, 92, 44, 58]
const [openList, closeList, openObject, closeObject] = [91, 93, 123, 125]
