import type { KeyboardEvent as ReactKeyboardEvent } from 'react'
import { openDialogs } from '#client/lib/dialogs/open-dialogs.ts'

const stops = 'a[href], button, input, select, textarea, summary, [tabindex]'

/** Presses of Escape that a toast has left to a dialog. */
const left = new WeakSet<Event>()

/**
 * For a toast, which Radix gives Escape where it came after the dialog: one press closes one thing, and in a dialog that
 * is the dialog (ARIA Authoring Practices, Dialog pattern). The toast goes by itself, or by the next press.
 */
export function leaveEscape(event: KeyboardEvent): void {
  if (!document.activeElement?.closest(openDialogs)) return
  left.add(event)
  event.preventDefault()
}

/**
 * Escape closes a dialog also where Radix does not see to it: it gives the key to what came last, which may be a toast,
 * and takes a moment until it gives it to a dialog that has just opened.
 */
function onEscape(event: ReactKeyboardEvent, close: () => void): void {
  if (event.defaultPrevented && !left.delete(event.nativeEvent)) return
  event.preventDefault()
  close()
}

/**
 * Shift+Tab goes round to the last stop from what stands before the first: the title, or the box itself, where Radix
 * puts the focus when what had it is gone. The browser would leave the dialog there, and be sent back.
 */
function onBackTab(event: ReactKeyboardEvent): void {
  const within = [...event.currentTarget.querySelectorAll<HTMLElement>(stops)].filter(
    (one) => one.tabIndex >= 0 && !one.matches(':disabled') && one.checkVisibility(),
  )
  const { activeElement } = document
  const [first] = within
  if (!first || !activeElement || event.defaultPrevented || !event.currentTarget.contains(activeElement)) return
  if (!(first.compareDocumentPosition(activeElement) & Node.DOCUMENT_POSITION_PRECEDING)) return
  event.preventDefault()
  within.at(-1)?.focus()
}

/** What a dialog does of itself with keys. */
export const dialogKeys =
  (close: () => void) =>
  (event: ReactKeyboardEvent): void => {
    if (event.key === 'Escape') onEscape(event, close)
    if (event.key === 'Tab' && event.shiftKey && !event.altKey && !event.ctrlKey && !event.metaKey) onBackTab(event)
  }
