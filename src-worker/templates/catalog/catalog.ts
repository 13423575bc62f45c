import { defaultLanguage, type Language, languages } from '#shared/contract/languages.ts'
import { earlierSentences, likelySentence, splitSentence } from '#shared/matching/public.ts'
import { textsByKey } from '#shared/node/domain/translations/compare-texts.ts'
import { type Alphabet, getAlphabet, gsmText } from './alphabet.ts'
import { english } from './en.ts'
import { inLanguage, joinTexts, type CompiledTexts, compileText, type LocalizedText } from './localized-text.ts'

/** The texts of messages in one language. */
export type Labels = CompiledTexts<typeof english>

/** The texts to phones. */
export type TextGroup = keyof typeof english.text
export const textGroups = Object.keys(english.text) as TextGroup[]

/** A language's labels and its rules. */
export type Catalog = {
  labels: Labels
  /** Its tag, for `lang`. */
  lang: string
  /** A count with its noun, in the plural form of the language: '1 hour', '2 hours'. */
  formatCount(what: 'hours' | 'more', count: number): LocalizedText
  /** Why a record matched an alert; a sentence that the catalog lacks stays English and is marked as English. */
  translateSentence(english: string): LocalizedText
  /** The character set of each text message that this language translates. */
  alphabets: { readonly [G in TextGroup]?: Alphabet }
}

const englishTag = languages[defaultLanguage].tag

/**
 * Builds a language's catalog from the county's texts, with English for those it lacks.
 * @param own texts by key, such as 'match.intro'
 */
export function createCatalog(tag: string, own: ReadonlyMap<string, string> = new Map()): Catalog {
  const isEnglish = tag === englishTag
  const compile = (key: string, text: string) => {
    const translated = own.get(key)
    return compileText(translated ?? text, isEnglish || translated !== undefined ? undefined : englishTag)
  }
  const labels = mapTexts(english, compile) as Labels
  const sentences = new Map(
    Object.entries(english.sentences).map(([kind, text]) => [
      text as string,
      labels.sentences[kind as keyof typeof english.sentences],
    ]),
  )
  for (const [text, kind] of Object.entries(earlierSentences)) sentences.set(text, labels.sentences[kind])
  const translateSentence = (text: string): LocalizedText => {
    const whole = sentences.get(text)
    if (whole !== undefined) return whole
    const { reason, conflict, isRare } = splitSentence(text)
    if (isRare) return joinTexts(translateSentence(text.slice(0, -likelySentence.length - 1)), labels.sentences.likely)
    if (conflict !== null) return joinTexts(translateSentence(reason), labels.sentences[conflict])
    return isEnglish ? text : inLanguage(text, englishTag)
  }
  const forms = getPluralForms(own)
  const [ownRule, englishRule] = [tag, englishTag].map((one) => new Intl.PluralRules(one)) as [
    Intl.PluralRules,
    Intl.PluralRules,
  ]
  return {
    labels,
    lang: tag,
    formatCount: (what, count) => {
      const form = forms.get(`${what}_${ownRule.select(count)}`) ?? forms.get(`${what}_other`)
      if (form) return form({ count })
      return labels.count[`${what}_${englishRule.select(count) === 'one' ? 'one' : 'other'}`]({ count })
    },
    alphabets: getAlphabets(own),
    translateSentence,
  }
}

/** Texts that are inserted into text messages; their characters count toward the message's. */
const withinTexts = /^(count\.|aDocument$)/

function getAlphabets(own: ReadonlyMap<string, string>): Catalog['alphabets'] {
  const within = [...own].filter(([key]) => withinTexts.test(key)).map(([, text]) => text)
  const alphabets = textGroups.flatMap((group) => {
    const texts = Object.keys(english.text[group]).map((key) => own.get(`text.${group}.${key}`) ?? '')
    return texts.every(Boolean) ? [[group, getAlphabet([...texts, ...within])] as const] : []
  })
  return Object.fromEntries(alphabets)
}

/** The translated plural forms, including those that English does not have. */
function getPluralForms(own: ReadonlyMap<string, string>) {
  const forms = new Map<string, (values: { count: number }) => LocalizedText>()
  for (const [key, text] of own) {
    if (!key.startsWith('count.')) continue
    const form = compileText(text)
    forms.set(key.slice('count.'.length), typeof form === 'function' ? form : () => form)
  }
  return forms
}

type Group = { readonly [key: string]: string | Group }

/** Maps each text of the groups. */
function mapTexts(group: Group, make: (key: string, text: string) => unknown, place = ''): unknown {
  return Object.fromEntries(
    Object.entries(group).map(([name, value]) => [
      name,
      typeof value === 'string' ? make(place + name, value) : mapTexts(value, make, `${place}${name}.`),
    ]),
  )
}

const englishCatalog = createCatalog(englishTag, textsByKey(english))

/** The county's catalogs by language; a language without a translation uses English. */
export type Catalogs = ReadonlyMap<string, Catalog>

/** The catalog of a user's language; English for recipients without an account. */
export const getCatalog = (language: string, branding: { catalogs?: Catalogs }): Catalog =>
  branding.catalogs?.get(language) ?? englishCatalog

/** The same for a text message, which is in one language as a whole: English unless all its groups are translated. */
export function getTextCatalog(
  groups: TextGroup[],
  language: string,
  branding: { catalogs?: Catalogs },
): Catalog & { alphabet: Alphabet } {
  const catalog = getCatalog(language, branding)
  const alphabets = groups.map((group) => catalog.alphabets[group])
  const [narrowest] = alphabets.filter((one) => one !== undefined).toSorted((a, b) => a.max - b.max)
  return narrowest && !alphabets.includes(undefined)
    ? { ...catalog, alphabet: narrowest }
    : { ...englishCatalog, alphabet: gsmText }
}

/** The language of a tag: 'TURKISH' for 'tr'. */
export const getLanguageForTag = (tag: string): Language =>
  (Object.keys(languages) as Language[]).find((language) => languages[language].tag === tag) ?? defaultLanguage
