import { valuePattern } from '#shared/node/domain/translations/compare-texts.ts'
import { escape, type Html } from '#shared/node/platform/html.ts'

/**
 * Text of a message: plain text in the message's own language, or text whose HTML has markup: bold parts, or the `lang` of
 * an English text that has no translation.
 */
export type LocalizedText = string | TextWithMarkup
type TextWithMarkup = Html & { readonly text: string; toString(): string }

/** A text with its own markup in HTML. In plain text it is used as is. */
export const withMarkup = (text: string, markup: Html): TextWithMarkup => ({
  text,
  html: markup.html,
  toString: () => text,
})

/** The text for subjects and plain parts. */
export const toPlainText = (said: LocalizedText): string => (typeof said === 'string' ? said : said.text)

/** A text in a language other than the message's. */
export const inLanguage = (text: string, lang: string): TextWithMarkup =>
  withMarkup(text, { html: wrapInLang(lang, escape(text)) })

const wrapInLang = (lang: string, markup: string): string => `<span lang='${lang}'>${markup}</span>`

/** Joins sentences with spaces. */
export function joinTexts(...parts: LocalizedText[]): LocalizedText {
  const text = parts.join(' ')
  if (parts.every((part) => typeof part === 'string')) return text
  return withMarkup(text, {
    html: parts.map((part) => (typeof part === 'string' ? escape(part) : part.html)).join(' '),
  })
}

type Values = Record<string, LocalizedText | number>

/** The names of a text's values, such as 'day' of 'On {{day}}'. */
type NamesIn<T extends string> = T extends `${string}{{${infer Name}}}${infer Rest}` ? Name | NamesIn<Rest> : never

/** A text as templates use it: a constant, or a function of its values. */
type SaidBy<T extends string> = [NamesIn<T>] extends [never]
  ? LocalizedText
  : (values: Record<NamesIn<T>, LocalizedText | number>) => LocalizedText

/** A catalog whose texts are compiled. */
export type CompiledTexts<T> = { readonly [K in keyof T]: T[K] extends string ? SaidBy<T[K]> : CompiledTexts<T[K]> }

/**
 * Splits a text once, so that each message only fills in its values.
 * @param lang set if the text is in a language other than the message's
 */
export function compileText(text: string, lang?: string): LocalizedText | ((values: Values) => LocalizedText) {
  const parts = text.split(valuePattern)
  const words = parts.map((part, i) => (i % 2 === 0 ? part.replaceAll(/<\/?b>/g, '') : part))
  const markups = parts.map((part, i) => (i % 2 === 0 ? escape(part).replaceAll(/&lt;(\/?b)&gt;/g, '<$1>') : part))
  const names = parts.filter((_, i) => i % 2 === 1)
  const bold = text.includes('<b>')
  const fill = (values: Values): LocalizedText => {
    const filled = fillIn(words, values, (value) => String(value))
    if (lang === undefined && !bold && !names.some((name) => typeof values[name] === 'object')) return filled
    const markup = fillIn(markups, values, (value) => (typeof value === 'object' ? value.html : escape(String(value))))
    return withMarkup(filled, { html: lang === undefined ? markup : wrapInLang(lang, markup) })
  }
  return parts.length > 1 ? fill : fill({})
}

function fillIn(parts: string[], values: Values, show: (value: LocalizedText | number) => string): string {
  let out = parts[0] as string
  for (let i = 1; i < parts.length; i += 2)
    out += show(values[parts[i] as string] as LocalizedText | number) + parts[i + 1]
  return out
}
