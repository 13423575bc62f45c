import { useEffect } from 'react'
import { useLocation } from 'wouter'

/**
 * Goes to another page once the work of this one is done. In an effect of the page, after those of its form: by then
 * the form no longer asks before it is left.
 */
export function useGoWhen(done: boolean, to: string): void {
  const [, navigate] = useLocation()
  useEffect(() => {
    if (done) navigate(to)
  }, [done, to, navigate])
}
