import { defaultLanguage, type Language, languages } from '#shared/contract/languages.ts'
import { type Alphabet, alphabetOf, gsmText } from './alphabet.ts'
import { textsByKey } from '#shared/node/domain/translations/compare-texts.ts'
import { english } from './en.ts'
import { inLanguage, type Ready, ready, type Said } from './said.ts'

/** All that messages say in one language. */
export type Words = Ready<typeof english>

/** The texts to phones. */
export type TextGroup = keyof typeof english.text
export const textGroups = Object.keys(english.text) as TextGroup[]

/** A language's words and its rules. */
export type Wording = {
  words: Words
  /** Its tag, for `lang`. */
  lang: string
  /** A count in words, in the form that its language has for it: '1 hour', '2 hours'. */
  counted(what: 'hours' | 'more', count: number): Said
  /** Why a record met an alert; a sentence that the catalogue does not have stays English and is marked so. */
  sentence(english: string): Said
  /** How each text to a phone is written that this language has. */
  alphabets: { readonly [G in TextGroup]?: Alphabet }
}

const englishTag = languages[defaultLanguage].tag

/**
 * Makes the words of a language from the county's texts, those that it lacks from the English ones.
 * @param own texts by key, such as 'match.intro'
 */
export function wordingOf(tag: string, own: ReadonlyMap<string, string> = new Map()): Wording {
  const isEnglish = tag === englishTag
  const sayReady = (key: string, text: string) => {
    const translated = own.get(key)
    return ready(translated ?? text, isEnglish || translated !== undefined ? undefined : englishTag)
  }
  const words = mapTexts(english, sayReady) as Words
  const sentences = new Map(
    Object.entries(english.sentences).map(([kind, text]) => [
      text as string,
      words.sentences[kind as keyof typeof english.sentences],
    ]),
  )
  const forms = formsOf(own)
  const [ownRule, englishRule] = [tag, englishTag].map((one) => new Intl.PluralRules(one)) as [
    Intl.PluralRules,
    Intl.PluralRules,
  ]
  return {
    words,
    lang: tag,
    counted: (what, count) => {
      const form = forms.get(`${what}_${ownRule.select(count)}`) ?? forms.get(`${what}_other`)
      if (form) return form({ count })
      return words.count[`${what}_${englishRule.select(count) === 'one' ? 'one' : 'other'}`]({ count })
    },
    alphabets: alphabetsOf(own),
    sentence: (text) => sentences.get(text) ?? (isEnglish ? text : inLanguage(text, englishTag)),
  }
}

/** Texts that go into those to phones; a translation's letters count with theirs. */
const withinTexts = /^(count\.|aDocument$)/

function alphabetsOf(own: ReadonlyMap<string, string>): Wording['alphabets'] {
  const within = [...own].filter(([key]) => withinTexts.test(key)).map(([, text]) => text)
  const alphabets = textGroups.flatMap((group) => {
    const texts = Object.keys(english.text[group]).map((key) => own.get(`text.${group}.${key}`) ?? '')
    return texts.every(Boolean) ? [[group, alphabetOf([...texts, ...within])] as const] : []
  })
  return Object.fromEntries(alphabets)
}

/** The translated forms of counts, also those that English does not have. */
function formsOf(own: ReadonlyMap<string, string>) {
  const forms = new Map<string, (values: { count: number }) => Said>()
  for (const [key, text] of own) {
    if (!key.startsWith('count.')) continue
    const form = ready(text)
    forms.set(key.slice('count.'.length), typeof form === 'function' ? form : () => form)
  }
  return forms
}

type Group = { readonly [key: string]: string | Group }

/** The same groups with something made of each text. */
function mapTexts(group: Group, make: (key: string, text: string) => unknown, place = ''): unknown {
  return Object.fromEntries(
    Object.entries(group).map(([name, value]) => [
      name,
      typeof value === 'string' ? make(place + name, value) : mapTexts(value, make, `${place}${name}.`),
    ]),
  )
}

const englishWording = wordingOf(englishTag, textsByKey(english))

/** The county's wordings by language; a language that it did not translate reads English. */
export type Wordings = ReadonlyMap<string, Wording>

/** The wording of a user's language. Who has none, as the owner of nothing, reads English. */
export const wordsOf = (language: string, letterhead: { wordings?: Wordings }): Wording =>
  letterhead.wordings?.get(language) ?? englishWording

/** The same for a text to a phone, which comes in one language as a whole: that of all the groups that it is made of. */
export function wordsOfText(
  groups: TextGroup[],
  language: string,
  letterhead: { wordings?: Wordings },
): Wording & { alphabet: Alphabet } {
  const wording = wordsOf(language, letterhead)
  const alphabets = groups.map((group) => wording.alphabets[group])
  const [narrowest] = alphabets.filter((one) => one !== undefined).toSorted((a, b) => a.max - b.max)
  return narrowest && !alphabets.includes(undefined)
    ? { ...wording, alphabet: narrowest }
    : { ...englishWording, alphabet: gsmText }
}

/** The language of a tag: 'TURKISH' of 'tr'. */
export const languageOf = (tag: string): Language =>
  (Object.keys(languages) as Language[]).find((language) => languages[language].tag === tag) ?? defaultLanguage
