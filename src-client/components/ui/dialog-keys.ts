import type { KeyboardEvent as ReactKeyboardEvent } from 'react'
import { openDialogs } from '#client/lib/dialogs/open-dialogs.ts'

const stops = 'a[href], button, input, select, textarea, summary, [tabindex]'

/** Escape events that a toast has passed on to a dialog. */
const left = new WeakSet<Event>()

/**
 * For a toast. Radix gives Escape to whatever opened last, so a toast that opened after a dialog would get it. One
 * press closes one thing, and in a dialog that is the dialog (ARIA Authoring Practices, Dialog pattern). The toast
 * closes automatically, or with the next press.
 */
export function leaveEscape(event: KeyboardEvent): void {
  if (!document.activeElement?.closest(openDialogs)) return
  left.add(event)
  event.preventDefault()
}

/** For a dialog: Escape in a box with an open list closes the list, not the dialog around it. */
export function leaveEscapeToList(event: KeyboardEvent): void {
  if (document.activeElement?.matches('[role="combobox"][aria-expanded="true"]')) event.preventDefault()
}

/**
 * Closes a dialog on Escape in two cases that Radix misses: when a toast opened later and gets the key, and in the
 * moment before Radix listens for a dialog that has just opened.
 */
function onEscape(event: ReactKeyboardEvent, close: () => void): void {
  if (event.defaultPrevented && !left.delete(event.nativeEvent)) return
  event.preventDefault()
  close()
}

/**
 * Shift+Tab moves to the last stop from the title or the dialog's box, where Radix puts the focus when the focused
 * element disappears. The browser would leave the dialog there, and Radix would send it back.
 */
function onBackTab(event: ReactKeyboardEvent): void {
  const within = [...event.currentTarget.querySelectorAll<HTMLElement>(stops)].filter(
    (item) => item.tabIndex >= 0 && !item.matches(':disabled') && item.checkVisibility(),
  )
  const { activeElement } = document
  const [first] = within
  if (!first || !activeElement || event.defaultPrevented || !event.currentTarget.contains(activeElement)) return
  if (!(first.compareDocumentPosition(activeElement) & Node.DOCUMENT_POSITION_PRECEDING)) return
  event.preventDefault()
  within.at(-1)?.focus()
}

/** The keyboard behavior of a dialog. */
export const dialogKeys =
  (close: () => void) =>
  (event: ReactKeyboardEvent): void => {
    if (event.key === 'Escape') onEscape(event, close)
    if (event.key === 'Tab' && event.shiftKey && !event.altKey && !event.ctrlKey && !event.metaKey) onBackTab(event)
  }
