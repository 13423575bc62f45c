import { useEffect } from 'react'

/**
 * Prints once `on` turns true and the print sheet is rendered next to the page, which it replaces on paper
 * (styles/print.css).
 * @param onDone runs after the print dialog closes
 */
export function usePrinting(on: boolean, onDone: () => void): void {
  useEffect(() => {
    if (!on) return undefined
    const root = document.documentElement
    root.dataset.printing = ''
    addEventListener('afterprint', onDone)
    print()
    return () => {
      delete root.dataset.printing
      removeEventListener('afterprint', onDone)
    }
    // oxlint-disable-next-line react/exhaustive-deps -- a new render of the caller must not print again
  }, [on])
}
