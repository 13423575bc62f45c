import { useEffect } from 'react'

/**
 * Prints once `on` turns true and a sheet is drawn beside the page: on paper it stands in for the page (styles/print.css).
 * @param onDone runs when the print dialog has closed
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
    // oxlint-disable-next-line react/exhaustive-deps -- printing again because the caller drew itself anew would be a fault
  }, [on])
}
