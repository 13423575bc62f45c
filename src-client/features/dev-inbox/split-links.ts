type TextPart = { text: string; href?: string }

/** Splits plain text at its web addresses. A period or bracket after an address is not part of it. */
export function splitLinks(text: string): TextPart[] {
  const parts: TextPart[] = []
  let rest = 0
  for (const match of text.matchAll(/https?:\/\/[^\s<>"]+/g)) {
    const href = match[0].replace(/[.,;:!?)\]]+$/, '')
    if (match.index > rest) parts.push({ text: text.slice(rest, match.index) })
    parts.push({ text: href, href })
    rest = match.index + href.length
  }
  if (rest < text.length) parts.push({ text: text.slice(rest) })
  return parts
}
