import type { PostProcessorModule } from 'i18next'

/**
 * A county's translation may lack any text, which then is English, and what people and records say is in neither
 * catalogue. So no one `lang` fits the page. Here the catalogue notes which of its texts came in which language, and
 * an observer gives the elements that show them their `lang` (WCAG 2.1, 3.1.2). It runs only where a county supplies
 * a translation; the texts of spoken.ts are marked where they are shown (said.ts).
 */

const pageLanguage = 'en'
/** Texts that are not English, as they were shown last, with the tag of their language. */
const languageOf = new Map<string, string>()
/** The elements whose `lang` is ours to change. */
const marked = new WeakSet<Element>()
const watched = { subtree: true, childList: true, characterData: true, attributes: true }
const spokenAttributes = ['aria-label', 'placeholder', 'alt', 'title']

type Resolved = { i18nResolved?: { usedLng?: string } }

/** Notes the language of each text that the catalogue gives; elements inside a text part it. */
export const noteLanguage = {
  type: 'postProcessor',
  name: 'noteLanguage',
  process(value: string, _key: string | string[], options: Resolved) {
    const lang = options.i18nResolved?.usedLng ?? pageLanguage
    for (const part of value.split(/<[^>]*>/)) {
      const text = part.trim()
      if (lang === pageLanguage) languageOf.delete(text)
      else if (text) languageOf.set(text, lang)
    }
    return value
  },
} satisfies PostProcessorModule

/** The tag of the language of a text of the catalogue, where it is not the page's. */
export const languageOfText = (text: string): string | undefined => languageOf.get(text.trim())

/** What an element says itself, apart from the elements inside it. */
function ownTexts(element: Element): string[] {
  const inText = [...element.childNodes]
    .filter((node) => node.nodeType === Node.TEXT_NODE)
    .map((n) => n.nodeValue ?? '')
  const inAttributes = spokenAttributes.map((name) => element.getAttribute(name) ?? '')
  return [...inText, ...inAttributes].map((text) => text.trim()).filter((text) => /\p{L}/u.test(text))
}

/** Undefined where the element says nothing, or says things of two languages: then what is round it counts. */
function languageIn(element: Element): string | undefined {
  const found = new Set(ownTexts(element).map((text) => languageOf.get(text) ?? pageLanguage))
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

/** From the outside in, since the inside is judged by what is round it. */
function markAll(within: Element): void {
  mark(within)
  for (const element of within.querySelectorAll('*')) mark(element)
}

let observer: MutationObserver | undefined

/** Starts to mark, once. */
export function followLanguages(body: HTMLElement = document.body): void {
  if (observer) return
  observer = new MutationObserver((changes) => {
    const touched = new Set(changes.map(({ target }) => (target instanceof Element ? target : target.parentElement)))
    for (const element of touched) if (element?.isConnected) markAll(element)
    // Our own marks are no news.
    observer?.takeRecords()
  })
  observer.observe(body, { ...watched, attributeFilter: spokenAttributes })
  markAll(body)
}
