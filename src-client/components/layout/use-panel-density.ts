import { useEffect } from 'react'

/** Sets the panel's tighter spacing on the body while the page is open, so that its dialogs have it too. */
export function usePanelDensity(): void {
  useEffect(() => {
    document.body.dataset.density = 'panel'
    return () => {
      delete document.body.dataset.density
    }
  }, [])
}
