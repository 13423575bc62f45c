import { openDialogs } from './open-dialogs.ts'

const stops = 'a[href], button, input, select, textarea, summary'
const rows = 'li, tr'
/** Layers that open and close over every page, so the focus is never remembered there. */
const toasts = ':has(> [data-toasts])'
/** The elements that Radix puts around a dialog to keep Tab inside. */
const guards = '[data-radix-focus-guard]'

/** The ancestors of an element, nearest first, to find its place again after it is removed. */
type Place = { element: HTMLElement; page: string; within: readonly { parent: Element; index: number }[] }

function getAncestors(element: HTMLElement): Place {
  const within = []
  let child: Element = element
  // Not the page's root: it contains every place on the page.
  while (child.parentElement && child.parentElement !== document.body && child.parentElement.id !== 'root') {
    within.push({ parent: child.parentElement, index: [...child.parentElement.children].indexOf(child) })
    child = child.parentElement
  }
  return { element, page: location.pathname, within }
}

const firstStop = (within: Element): HTMLElement | undefined =>
  ([within, ...within.querySelectorAll('*')] as HTMLElement[]).find(
    (item) => item.matches(stops) && !item.matches(':disabled') && item.checkVisibility(),
  )

/** Makes an element that is not a control focusable, so that a screen reader continues there. */
function readFrom(element: HTMLElement): HTMLElement {
  if (!element.matches('[tabindex]')) element.tabIndex = -1
  return element
}

const headingIn = (within: Element | null) => within?.querySelector<HTMLElement>('h1, h2, h3')

/**
 * The element in place of a removed one, or the nearest: whatever replaced its surroundings is searched along the same
 * path. A row gets the focus itself: a key that is still held down must not press a button in the next row.
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
 * The target of the focus after its element is removed: whatever replaced it, such as the next row or the button for
 * the opposite action; otherwise the remaining row, or the section's heading.
 */
function instead({ page, within }: Place): HTMLElement | undefined {
  if (page !== location.pathname) {
    const title = headingIn(document.querySelector('main'))
    return title ? readFrom(title) : undefined
  }
  const next = successor(within)
  if (next) return next
  for (const { parent } of within.filter((item) => item.parent.isConnected)) {
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

/** The last focused element, and the last one outside a dialog. */
let last: Place | undefined
let lastOnPage: Place | undefined

/** The element about to get the focus, between blur and focus. */
let bound: EventTarget | null = null

/**
 * Radix focuses a dialog's box when something is removed from the dialog while nothing has the focus. That is briefly
 * so between any two fields, and the reader's key press must neither be lost nor go to the box.
 * @returns whether the focus continues to its target
 */
function continuesToTarget(box: HTMLElement, focusTarget: EventTarget | null): boolean {
  if (
    !box.matches(openDialogs) ||
    !(focusTarget instanceof HTMLElement) ||
    focusTarget === box ||
    !box.contains(focusTarget)
  )
    return false
  // After every listener has run: Radix remembers the last focused element.
  queueMicrotask(() => document.activeElement === box && focusTarget.focus())
  return true
}

function onFocus({ target }: FocusEvent): void {
  const goal = bound
  bound = null
  if (!(target instanceof HTMLElement) || target.matches(guards) || continuesToTarget(target, goal)) return
  last = getAncestors(target)
  if (!target.closest(openDialogs) && !target.closest(toasts)) lastOnPage = last
}

/** A press on empty space clears the focus; the removal of an element does not. */
function onBlur({ target, relatedTarget }: FocusEvent): void {
  bound = relatedTarget
  if (relatedTarget) return
  queueMicrotask(() => {
    if (document.activeElement !== document.body || !(target as Node).isConnected) return
    if (target === lastOnPage?.element) lastOnPage = undefined
    last = undefined
  })
}

/**
 * A deleted row, or a button that disappears after its action, must not send the reader back to the top of the page.
 */
function onChange(): void {
  if (!last || last.element.isConnected || document.activeElement !== document.body) return
  const place = last
  last = undefined
  // A new page focuses its title, and a dialog returns the focus to its opener.
  if (place.page !== location.pathname || document.querySelector(openDialogs)) return
  if (!focusAt(place) && lastOnPage) focusAt(lastOnPage)
}

if (typeof document !== 'undefined') {
  document.addEventListener('focusin', onFocus)
  document.addEventListener('focusout', onBlur)
  new MutationObserver(onChange).observe(document, { childList: true, subtree: true })
}

/**
 * Remembers the focus for a dialog that takes it. The returned function restores it, or moves it near the old place if
 * that is gone or, if all of its surroundings are gone (as with a closed dialog), to the last place on the page.
 */
export function saveFocus(): () => void {
  const { activeElement: element } = document
  const place = element instanceof HTMLElement && element !== document.body ? getAncestors(element) : undefined
  return () => {
    if (place?.element.isConnected) return place.element.focus()
    // A dialog that replaces this one already has the focus.
    if (document.activeElement !== document.body) return
    if (!(place && focusAt(place)) && lastOnPage) focusAt(lastOnPage)
  }
}
