import { useEffect } from 'react'
import { useLocation } from 'wouter'

/**
 * Navigates once the work of this page is done. It runs in an effect after those of the form, which by then has turned
 * its leave guard off.
 */
export function useNavigateWhen(done: boolean, to: string): void {
  const [, navigate] = useLocation()
  useEffect(() => {
    if (done) navigate(to)
  }, [done, to, navigate])
}
