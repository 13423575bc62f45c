/**
 * The same text, stored with one byte per character if possible. V8 keeps two bytes per character in strings made from a
 * wider text, and in everything that includes them, which doubles the work of sending.
 */
export const toOneByteString = (text: string): string => Buffer.from(text).toString()

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
// Entities for everything beyond Latin-1 keep the page a one-byte string, which costs half as much to send. They also
// leave nothing for a provider's JSON to escape (see EmailMessage).
// oxlint-disable-next-line no-control-regex -- control characters are among what is escaped
const special = /[&<>"'\\\u0000-\u001F\u0100-\uFFFF]/
// oxlint-disable-next-line no-control-regex -- as above, and 'all of Latin-1'
const specials = /[&<>"'\\\u0000-\u001F]|[^\u0000-\u00FF]/gu

/** Escapes text for HTML, including attribute values. */
export function escape(text: string): string {
  if (!special.test(text)) return text
  const escaped = text.replaceAll(specials, (char) => entities[char] ?? `&#${char.codePointAt(0)};`)
  return toOneByteString(escaped)
}

/** HTML that this module built; templates escape everything else. */
export type Html = { readonly html: string }

/** An absent value (null, undefined, false) adds nothing. */
type Part = string | number | Html | readonly Html[] | null | undefined | false
const toMarkup = (part: Part): string => {
  if (typeof part === 'string') return escape(part)
  if (typeof part === 'number') return String(part)
  if (!part) return ''
  return 'html' in part ? part.html : concatHtml(part)
}

function concatHtml(parts: readonly Html[]): string {
  let out = ''
  for (const part of parts) out += part.html
  return out
}

/** A template tag that escapes every value that is not Html itself. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  const fixed = compact.get(strings) ?? compactTemplate(strings)
  let out = fixed[0] ?? ''
  for (let i = 0; i < parts.length; i++) out += toMarkup(parts[i] as Part) + (fixed[i + 1] ?? '')
  return { html: out }
}

// Each template in the code is compacted once, not for each message.
const compact = new WeakMap<TemplateStringsArray, string[]>()

/**
 * A template's fixed parts without the code's line breaks, and with single quotes, because JSON writes a double quote as
 * two characters. Between attributes a space stays.
 */
function compactTemplate(strings: TemplateStringsArray): string[] {
  let isInTag = false
  const fixed = strings.map((part) => {
    const startsInTag = isInTag
    const lastBracket = Math.max(part.lastIndexOf('<'), part.lastIndexOf('>'))
    if (lastBracket >= 0) isInTag = part[lastBracket] === '<'
    return part
      .replace(/^\s*\n\s*(?![<>\s])/, startsInTag ? ' ' : '')
      .replace(/\s*\n\s*$/, isInTag ? ' ' : '')
      .replaceAll(/\s*\n\s*(?=[<>])|(?<=>)\s*\n\s*/g, '')
      .replaceAll(/\s*\n\s*/g, ' ')
      .replaceAll('"', "'")
  })
  compact.set(strings, fixed)
  return fixed
}
