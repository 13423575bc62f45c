import type { PostProcessorModule } from 'i18next'

/**
 * A county's translation may lack any text, which is then English, and the words of people and records are in no
 * catalog. So no single `lang` fits the page. The catalog records here which of its texts came in which language, and
 * an observer sets `lang` on the elements that show them (WCAG 2.1, 3.1.2). It runs only for a county's own
 * translation; texts of spoken-texts.ts are marked by their components (localized-text.ts).
 */

const pageLanguage = 'en'
/** Recently shown texts that are not English, with their language tag. */
const languageByText = new Map<string, string>()
/** The elements whose `lang` this file may change. */
const marked = new WeakSet<Element>()
const watched = { subtree: true, childList: true, characterData: true, attributes: true }
const spokenAttributes = ['aria-label', 'placeholder', 'alt', 'title']

type Resolved = { i18nResolved?: { usedLng?: string } }

/** Records the language of each catalog text; elements inside a text split it. */
export const noteLanguage = {
  type: 'postProcessor',
  name: 'noteLanguage',
  process(value: string, _key: string | string[], options: Resolved) {
    const lang = options.i18nResolved?.usedLng ?? pageLanguage
    for (const part of value.split(/<[^>]*>/)) {
      const text = part.trim()
      if (lang === pageLanguage) languageByText.delete(text)
      else if (text) languageByText.set(text, lang)
    }
    return value
  },
} satisfies PostProcessorModule

/** The language tag of a catalog text, if it differs from the page's. */
export const getTextLanguage = (text: string): string | undefined => languageByText.get(text.trim())

/** The text of an element itself, without its child elements. */
function ownTexts(element: Element): string[] {
  const inText = [...element.childNodes]
    .filter((node) => node.nodeType === Node.TEXT_NODE)
    .map((n) => n.nodeValue ?? '')
  const inAttributes = spokenAttributes.map((name) => element.getAttribute(name) ?? '')
  return [...inText, ...inAttributes].map((text) => text.trim()).filter((text) => /\p{L}/u.test(text))
}

/** Undefined if the element has no text or mixes languages: then its parent decides. */
function languageIn(element: Element): string | undefined {
  const found = new Set(ownTexts(element).map((text) => languageByText.get(text) ?? pageLanguage))
  return found.size === 1 ? [...found][0] : undefined
}

function mark(element: Element): void {
  const ours = marked.has(element)
  if (element.hasAttribute('lang') && !ours) return
  const lang = languageIn(element)
  const round = element.parentElement?.closest('[lang]')?.getAttribute('lang') ?? pageLanguage
  if (lang && lang !== round) {
    element.setAttribute('lang', lang)
    marked.add(element)
  } else if (ours) {
    element.removeAttribute('lang')
    marked.delete(element)
  }
}

/** From the outside in, because inner elements depend on outer ones. */
function markAll(within: Element): void {
  mark(within)
  for (const element of within.querySelectorAll('*')) mark(element)
}

let observer: MutationObserver | undefined

/** Starts marking, once. */
export function startLanguageMarks(body: HTMLElement = document.body): void {
  if (observer) return
  observer = new MutationObserver((changes) => {
    const touched = new Set(changes.map(({ target }) => (target instanceof Element ? target : target.parentElement)))
    for (const element of touched) if (element?.isConnected) markAll(element)
    // Ignore the changes made here.
    observer?.takeRecords()
  })
  observer.observe(body, { ...watched, attributeFilter: spokenAttributes })
  markAll(body)
}
