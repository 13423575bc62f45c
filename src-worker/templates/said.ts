import { escape, type Html } from './html.ts'

/**
 * What a message says: a plain text in the message's own language, or a text whose HTML has marks in it: bold parts,
 * or the `lang` of a text that is English for want of a translation.
 */
export type Said = string | Marked
export type Marked = Html & { readonly text: string; toString(): string }

/** A text that reads otherwise in HTML. In a plain text it stands for itself. */
export const marked = (text: string, markup: Html): Marked => ({ text, html: markup.html, toString: () => text })

/** For subjects and plain parts. */
export const plain = (said: Said): string => (typeof said === 'string' ? said : said.text)

/** A text in a language other than the message's. */
export const inLanguage = (text: string, lang: string): Marked => marked(text, { html: within(lang, escape(text)) })

const within = (lang: string, markup: string): string => `<span lang='${lang}'>${markup}</span>`

/** Sentences one after the other. */
export function joined(...parts: Said[]): Said {
  const text = parts.join(' ')
  if (parts.every((part) => typeof part === 'string')) return text
  return marked(text, { html: parts.map((part) => (typeof part === 'string' ? escape(part) : part.html)).join(' ') })
}

type Values = Record<string, Said | number>

/** The names of a text's values, such as 'day' of 'On {{day}}'. */
type NamesIn<T extends string> = T extends `${string}{{${infer Name}}}${infer Rest}` ? Name | NamesIn<Rest> : never

/** A text as templates use it: as it is, or a function of its values. */
type SaidBy<T extends string> = [NamesIn<T>] extends [never]
  ? Said
  : (values: Record<NamesIn<T>, Said | number>) => Said

/** A catalogue whose texts are ready to be said. */
export type Ready<T> = { readonly [K in keyof T]: T[K] extends string ? SaidBy<T[K]> : Ready<T[K]> }

/**
 * Takes a text apart once, so that a message only puts its values between the fixed parts.
 * @param lang set where the text is in a language other than the message's
 */
export function ready(text: string, lang?: string): Said | ((values: Values) => Said) {
  const parts = text.split(/\{\{(\w+)\}\}/)
  const words = parts.map((part, i) => (i % 2 === 0 ? part.replaceAll(/<\/?b>/g, '') : part))
  const markups = parts.map((part, i) => (i % 2 === 0 ? escape(part).replaceAll(/&lt;(\/?b)&gt;/g, '<$1>') : part))
  const names = parts.filter((_, i) => i % 2 === 1)
  const bold = text.includes('<b>')
  const fill = (values: Values): Said => {
    const filled = filling(words, values, (value) => String(value))
    if (lang === undefined && !bold && !names.some((name) => typeof values[name] === 'object')) return filled
    const markup = filling(markups, values, (value) => (typeof value === 'object' ? value.html : escape(String(value))))
    return marked(filled, { html: lang === undefined ? markup : within(lang, markup) })
  }
  return parts.length > 1 ? fill : fill({})
}

function filling(parts: string[], values: Values, show: (value: Said | number) => string): string {
  let out = parts[0] as string
  for (let i = 1; i < parts.length; i += 2) out += show(values[parts[i] as string] as Said | number) + parts[i + 1]
  return out
}
