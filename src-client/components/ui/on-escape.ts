import type { KeyboardEvent } from 'react'

/**
 * Closes a dialog by Escape where Radix does not: it gives the key to what came last, which may be a toast, and takes a
 * moment until it gives it to a dialog that has just opened.
 */
export const onEscape =
  (close: () => void) =>
  (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || event.defaultPrevented) return
    event.preventDefault()
    close()
  }
