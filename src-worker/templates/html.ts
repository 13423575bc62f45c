import { toOneByteString } from './plain.ts'

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
// With what is beyond Latin-1 as entities the page stays a string of single bytes, which costs half as much to send.
// Nor does a provider's JSON have to escape anything of it: it takes the page as it stands (see EmailMessage).
// oxlint-disable-next-line no-control-regex -- control characters are among what is escaped
const special = /[&<>"'\\\u0000-\u001F\u0100-\uFFFF]/
// oxlint-disable-next-line no-control-regex -- as above, and 'all of Latin-1'
const specials = /[&<>"'\\\u0000-\u001F]|[^\u0000-\u00FF]/gu

/** Text as it may stand in HTML, also inside an attribute's quotes. */
export function escape(text: string): string {
  if (!special.test(text)) return text
  const escaped = text.replaceAll(specials, (char) => entities[char] ?? `&#${char.codePointAt(0)};`)
  return toOneByteString(escaped)
}

/** HTML that was built here; everything else is escaped when it is put into a template. */
export type Html = { readonly html: string }

type Part = string | number | Html | Html[]
const toMarkup = (part: Part): string => {
  if (typeof part === 'string') return escape(part)
  if (typeof part === 'number') return String(part)
  return Array.isArray(part) ? concatHtml(part) : part.html
}

function concatHtml(parts: Html[]): string {
  let out = ''
  for (const part of parts) out += part.html
  return out
}

/** A template that escapes whatever is not Html itself. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  const fixed = compact.get(strings) ?? compactTemplate(strings)
  let out = fixed[0] ?? ''
  for (let i = 0; i < parts.length; i++) out += toMarkup(parts[i] as Part) + (fixed[i + 1] ?? '')
  return { html: out }
}

// Done once for each template in the code, not for each message.
const compact = new WeakMap<TemplateStringsArray, string[]>()

/**
 * A template's fixed parts without the line breaks that only the code has, and with single quotes: a provider's JSON
 * writes a double quote as two characters.
 */
function compactTemplate(strings: TemplateStringsArray): string[] {
  const fixed = strings.map((part) =>
    part
      .replaceAll(/\s*\n\s*(?=[<>]|$)|(?<=^|>)\s*\n\s*/g, '')
      .replaceAll(/\s*\n\s*/g, ' ')
      .replaceAll('"', "'"),
  )
  compact.set(strings, fixed)
  return fixed
}

// Mail programs read no variables and drop style sheets: the tokens' values stand inline, and the style block only
// adds dark mode, small screens and print. What most of a card's text has in common stands on its cell.
