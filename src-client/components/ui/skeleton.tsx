import { useEffect, useState, type ReactNode } from 'react'
import { cn } from '#client/lib/cn.ts'

const patience = 300

/** Shows its children only after 300 ms, so that a quick response does not flicker. */
export function Delayed({ children }: { children: ReactNode }) {
  const [late, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), patience)
    return () => clearTimeout(timer)
  }, [])
  return late ? children : null
}

type SkeletonProps = {
  /** What is loading, for screen readers. */
  label: string
  /** How many lines the content will have, so that the page does not jump. */
  lines?: number
  className?: string
}

const widths = ['w-[45%]', 'w-full', 'w-[70%]', 'w-[85%]']

/** Placeholder bars as high as the expected content. The space is reserved immediately; the bars show after 300 ms. */
export function Skeleton({ label, lines = 3, className }: SkeletonProps) {
  return (
    <output
      data-loading
      aria-label={label}
      className={cn('grid content-start gap-2', className)}
      style={{ minHeight: `${lines * 1.55 + (lines - 1) * 0.5}em` }}
    >
      <Delayed>
        {Array.from({ length: lines }, (_, line) => (
          <span
            key={line}
            className={cn('block h-[1em] animate-breathe rounded-sm bg-muted', widths[line % widths.length])}
          />
        ))}
      </Delayed>
    </output>
  )
}
