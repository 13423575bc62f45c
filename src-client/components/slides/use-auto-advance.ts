import { useEffect, useState } from 'react'

/** How long a slide shows, in milliseconds. */
export const slideInterval = 30_000

/** Whether the reader asked the system for less motion. */
const prefersReducedMotion = () => matchMedia('(prefers-reduced-motion: reduce)').matches

/** The current slide, from 0, and its timer, which the reader can pause and the pointer or focus can hold. */
export function useAutoAdvance(count: number) {
  const [shown, setShown] = useState(0)
  const [paused, setPaused] = useState(prefersReducedMotion)
  const [held, setHeld] = useState(false)
  const current = shown < count ? shown : 0
  const isAdvancing = count > 1 && !paused && !held

  useEffect(() => {
    if (!isAdvancing) return undefined
    const timer = setTimeout(() => setShown((current + 1) % count), slideInterval)
    return () => clearTimeout(timer)
  }, [isAdvancing, current, count])

  return {
    current,
    paused,
    isAdvancing,
    show: setShown,
    move: (by: 1 | -1) => setShown((current + by + count) % count),
    togglePaused: () => setPaused(!paused),
    hold: () => setHeld(true),
    release: () => setHeld(false),
  }
}
