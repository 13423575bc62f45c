import type { ReactNode } from 'react'
import { cn } from '#client/lib/cn.ts'

export type PageFrameProps = {
  /** For a single form or message: a narrow, centered column. */
  narrow?: boolean
  className?: string
  children: ReactNode
}

/** The residents' `<main>`: one column, 960 px at most. */
export function PageFrame({ narrow, className, children }: PageFrameProps) {
  return (
    <main
      id="main"
      tabIndex={-1}
      className={cn(
        'mx-auto grid w-full max-w-[calc(60rem+2*clamp(1rem,2.5vw,2.5rem))] grid-cols-[minmax(0,1fr)] content-start gap-stack',
        'px-[clamp(1rem,2.5vw,2.5rem)] pt-[clamp(1.25rem,3vw,2.5rem)] pb-12',
        narrow && 'max-w-[calc(44rem+2*clamp(1rem,2.5vw,2.5rem))]',
        className,
      )}
    >
      {children}
    </main>
  )
}
