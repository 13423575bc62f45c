import { useEffect, useState } from 'react'

/** The value once it has not changed for `delay` ms. Pass a value with a stable identity: text, or JSON. */
export function useDebounced<T>(value: T, delay = 300): T {
  const [rested, setRested] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), delay)
    return () => clearTimeout(timer)
  }, [value, delay])
  return rested
}
