import type { ReactNode } from 'react'
import { cn } from '#client/lib/cn.ts'

/** The content row of a full-width band, at most 2000 px wide. */
export function Bar({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <div
      className={cn(
        'mx-auto flex max-w-page flex-wrap items-center justify-between gap-x-6 gap-y-2 px-[clamp(1rem,2.5vw,2.5rem)] py-3',
        className,
      )}
    >
      {children}
    </div>
  )
}
