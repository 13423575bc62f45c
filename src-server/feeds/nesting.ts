/**
 * How deep lists and objects lie in one another in a JSON text. The database reads JSON by recursion and refuses what
 * is deeper than its stack, so this is asked first.
 */
export function nesting(json: string): number {
  let depth = 0
  let deepest = 0
  let inText = false
  for (let i = 0; i < json.length; i++) {
    const code = json.charCodeAt(i)
    if (inText) {
      if (code === 92) i++
      else if (code === 34) inText = false
    } else if (code === 34) inText = true
    else if (code === 91 || code === 123) deepest = Math.max(deepest, ++depth)
    else if (code === 93 || code === 125) depth--
  }
  return deepest
}
