import { defaultLanguage, type Language, languages } from '#shared/contract/languages.ts'
import { valuePattern } from '#shared/node/domain/translations/compare-texts.ts'
import type { CountyTexts } from '#shared/node/domain/translations/county-texts.ts'
import { escape, type Html, html } from '#shared/node/platform/html.ts'
import { enPageTexts } from '#shared/texts/en/page-texts.ts'
import { enShell } from '#shared/texts/en/shell.ts'

/** The screens' own catalog: pages of the server use the same texts as the app, and a county translates them once. */
const english = { ...enShell, ...enPageTexts, list: { ...enShell.list, ...enPageTexts.list } }

type KeysOf<T, Place extends string = ''> = T extends string
  ? Place
  : { [K in keyof T & string]: KeysOf<T[K], Place extends '' ? K : `${Place}.${K}`> }[keyof T & string]
type Counted<K> = K extends `${infer Base}_${'one' | 'other'}` ? Base : K
/** A key of the catalog; of a counted text without its form. */
export type TextKey = Counted<KeysOf<typeof english>>

type Values = Record<string, string | number>
/** Replacements for the elements of a text, such as `<phone>`; `<b>` is bold. */
type Tags = Record<string, (content: Html) => Html>

export type PageTexts = {
  /** The `lang` of the page. */
  lang: string
  /** A text as HTML. An untranslated one is English, and is marked as English. */
  t(key: TextKey, values?: Values, tags?: Tags): Html
  /** The county's text of a key that the catalog does not have, or else this English one. */
  tOrElse(key: string, english: string): Html
  /** A text without markup, for a title or an attribute. */
  plain(key: TextKey, values?: Values): string
}

const bold: Tags = { b: (content) => html`<b>${content}</b>` }

/** The texts of a page for one reader: the county's translation, and English for what it lacks. */
export function createPageTexts(countyTexts: CountyTexts, language: Language = defaultLanguage): PageTexts {
  const { tag } = languages[language]
  const own = language === defaultLanguage ? undefined : countyTexts.get(tag)
  const lang = own ? tag : languages[defaultLanguage].tag
  const find = (key: string, values: Values) => {
    const text = own && findForm(own, key, values, lang)
    return text === undefined
      ? { text: findForm(english, key, values, 'en') ?? '', isOwn: !own }
      : { text, isOwn: true }
  }
  return {
    lang,
    t(key, values = {}, tags = {}) {
      const { text, isOwn } = find(key, values)
      const filled = fill(text, values, { ...bold, ...tags })
      return isOwn ? filled : html`<span lang="en">${filled}</span>`
    },
    tOrElse(key, text) {
      const translated = own && findText(own, key)
      if (translated !== undefined) return unbroken(translated)
      return own ? html`<span lang="en">${unbroken(text)}</span>` : unbroken(text)
    },
    plain: (key, values = {}) =>
      find(key, values)
        .text.replaceAll(/<\/?\w+>/g, '')
        .replaceAll(valuePattern, (_, name: string) => String(values[name] ?? '')),
  }
}

/** A counted text has a form for each kind of number that the language tells apart. */
function findForm(texts: object, key: string, { count }: Values, lang: string): string | undefined {
  if (typeof count !== 'number') return findText(texts, key)
  const form = new Intl.PluralRules(lang).select(count)
  return findText(texts, `${key}_${form}`) ?? findText(texts, `${key}_other`) ?? findText(texts, key)
}

function findText(texts: object, key: string): string | undefined {
  let found: unknown = texts
  for (const part of key.split('.'))
    found =
      typeof found === 'object' && found !== null && Object.hasOwn(found, part) ? Reflect.get(found, part) : undefined
  return typeof found === 'string' ? found : undefined
}

/** Splits at the elements of a text, which do not nest, such as `<b>{{target}}</b>`. */
function fill(text: string, values: Values, tags: Tags): Html {
  const parts = text.split(/<(\w+)>(.*?)<\/\1>/)
  let filled = ''
  for (let at = 0; at < parts.length; at += 3) {
    const [plain = '', tag = '', inside] = parts.slice(at, at + 3)
    filled += fillValues(plain, values).html
    if (inside === undefined) continue
    const content = fillValues(inside, values)
    filled += (tags[tag]?.(content) ?? content).html
  }
  return { html: filled }
}

function fillValues(text: string, values: Values): Html {
  const filled = text.replaceAll(valuePattern, (_, name: string) => String(values[name] ?? ''))
  return unbroken(filled)
}

/**
 * A word with a hyphen next to a digit, '17-03-123-045', or a phone, '(612) 555-0188': a browser would wrap inside it, and
 * a wrapped id is easily misread.
 */
const id = /((?:\(\d{3}\) )?\S*(?:\d-|-\d)\S*)/

/** Text whose ids stay on one line where they fit. */
export function unbroken(text: string): Html {
  const parts = text.split(id)
  if (parts.length === 1) return { html: escape(text) }
  return {
    html: parts.map((part, at) => (at % 2 ? `<span class='whole-id'>${escape(part)}</span>` : escape(part))).join(''),
  }
}
