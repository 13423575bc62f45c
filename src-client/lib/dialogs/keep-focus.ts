import { openDialogs } from './open-dialogs.ts'

const stops = 'a[href], button, input, select, textarea, summary'
const rows = 'li, tr'
/** They come and go over every page, and are not where the reader was. */
const toasts = ':has(> [data-toasts])'
/** What Radix sets about a dialog, so that no Tab leaves it. */
const guards = '[data-radix-focus-guard]'

/** Where an element stands: what surrounds it, from the nearest outwards, is found again when the element is gone. */
type Place = { element: HTMLElement; page: string; within: readonly { parent: Element; index: number }[] }

function placeOf(element: HTMLElement): Place {
  const within = []
  let child: Element = element
  // Not the page's root: what a dialog stood in is not where another part of the page stands.
  while (child.parentElement && child.parentElement !== document.body && child.parentElement.id !== 'root') {
    within.push({ parent: child.parentElement, index: [...child.parentElement.children].indexOf(child) })
    child = child.parentElement
  }
  return { element, page: location.pathname, within }
}

const firstStop = (within: Element): HTMLElement | undefined =>
  ([within, ...within.querySelectorAll('*')] as HTMLElement[]).find(
    (one) => one.matches(stops) && !one.matches(':disabled') && one.checkVisibility(),
  )

/** What is no control takes the focus so that reading goes on there. */
function readFrom(element: HTMLElement): HTMLElement {
  if (!element.matches('[tabindex]')) element.tabIndex = -1
  return element
}

const headingIn = (within: Element | null) => within?.querySelector<HTMLElement>('h1, h2, h3')

/**
 * What stands now where the element stood, or as near as can be: what took the place of its surroundings is entered on
 * the way that led to it. A row takes the focus itself: a key that is still held down must not act on the next one.
 */
function successor(within: Place['within']): HTMLElement | undefined {
  const way = within.slice(0, within.findIndex(({ parent }) => parent.isConnected) + 1).toReversed()
  const entered: Element[] = []
  for (const { parent, index } of way) {
    const next = entered[0] ? entered[0].children[index] : (parent.children[index] ?? parent.lastElementChild)
    if (!next) break
    if (next.matches(rows)) return readFrom(next as HTMLElement)
    entered.unshift(next)
  }
  return entered.map(firstStop).find(Boolean)
}

/**
 * Where the focus goes from a place whose element is gone: to what took its place, such as the next row or the button
 * that says the opposite now; else to the row that is left, or to the heading of the part.
 */
function instead({ page, within }: Place): HTMLElement | undefined {
  if (page !== location.pathname) {
    const title = headingIn(document.querySelector('main'))
    return title ? readFrom(title) : undefined
  }
  const next = successor(within)
  if (next) return next
  for (const { parent } of within.filter((one) => one.parent.isConnected)) {
    const readable = parent.matches(rows) ? (parent as HTMLElement) : headingIn(parent)
    if (readable) return readFrom(readable)
  }
  return undefined
}

function focusAt(place: Place): boolean {
  const target = place.element.isConnected ? place.element : instead(place)
  target?.focus()
  return target !== undefined
}

/** Where the focus was last, and where it was last outside a dialog. */
let last: Place | undefined
let lastOnPage: Place | undefined

/** Where the focus is going, between what it leaves and what it comes to. */
let bound: EventTarget | null = null

/**
 * Radix puts the focus on a dialog's box when something goes from the dialog while nothing has the focus. For a moment
 * that is so on every way from one field to the next, too: the reader's key must not be lost, nor lead there.
 * @returns whether the focus goes on to where it was going
 */
function goesOn(box: HTMLElement, goal: EventTarget | null): boolean {
  if (!box.matches(openDialogs) || !(goal instanceof HTMLElement) || goal === box || !box.contains(goal)) return false
  // Once every listener has heard of the box: Radix keeps who had the focus last.
  queueMicrotask(() => document.activeElement === box && goal.focus())
  return true
}

function onFocus({ target }: FocusEvent): void {
  const goal = bound
  bound = null
  if (!(target instanceof HTMLElement) || target.matches(guards) || goesOn(target, goal)) return
  last = placeOf(target)
  if (!target.closest(openDialogs) && !target.closest(toasts)) lastOnPage = last
}

/** A press beside everything gives the focus up; that the element goes does not. */
function onBlur({ target, relatedTarget }: FocusEvent): void {
  bound = relatedTarget
  if (relatedTarget) return
  queueMicrotask(() => {
    if (document.activeElement !== document.body || !(target as Node).isConnected) return
    if (target === lastOnPage?.element) lastOnPage = undefined
    last = undefined
  })
}

/** A deleted row, or a button whose act is done, must not send the reader back to the top of the page. */
function onChange(): void {
  if (!last || last.element.isConnected || document.activeElement !== document.body) return
  const place = last
  last = undefined
  // A new page puts the focus on its title, and a dialog gives it back to what opened it.
  if (place.page !== location.pathname || document.querySelector(openDialogs)) return
  if (!focusAt(place) && lastOnPage) focusAt(lastOnPage)
}

if (typeof document !== 'undefined') {
  document.addEventListener('focusin', onFocus)
  document.addEventListener('focusout', onBlur)
  new MutationObserver(onChange).observe(document, { childList: true, subtree: true })
}

/**
 * Notes where the focus is, for a dialog that takes it. The answer leads back there, or near it if that is gone; where
 * all around it is gone too, as with a dialog that closed meanwhile, to where the focus was on the page.
 */
export function saveFocus(): () => void {
  const { activeElement: element } = document
  const place = element instanceof HTMLElement && element !== document.body ? placeOf(element) : undefined
  return () => {
    if (place?.element.isConnected) return place.element.focus()
    // A dialog that takes this one's place has the focus already.
    if (document.activeElement !== document.body) return
    if (!(place && focusAt(place)) && lastOnPage) focusAt(lastOnPage)
  }
}
