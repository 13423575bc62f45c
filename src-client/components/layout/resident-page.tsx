import type { ReactNode } from 'react'
import { cn } from '#client/lib/cn.ts'

type ResidentPageProps = {
  /** For a single form or message: a narrow, centered column. */
  narrow?: boolean
  className?: string
  children: ReactNode
}

/** The residents' page: one column of cards, 960 px at most. */
export function ResidentPage({ narrow, className, children }: ResidentPageProps) {
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

/** Two short cards on one row from 768 px. */
export function CardPair({ children }: { children: ReactNode }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-stack md:grid-cols-[repeat(2,minmax(0,1fr))]">{children}</div>
  )
}
