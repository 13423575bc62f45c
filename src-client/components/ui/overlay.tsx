import { useLayoutEffect, type ComponentProps } from 'react'
import { cn } from '#client/lib/cn.ts'

let locks = 0

/** Holds the page behind still; styles/base.css does the rest. Answers the undoing. */
function lockScroll(): () => void {
  const root = document.documentElement
  locks += 1
  root.dataset.locked = ''
  return () => {
    locks -= 1
    if (locks === 0) delete root.dataset.locked
  }
}

/**
 * What lies behind a dialog and places it. Ours, not Radix's: that one locks scrolling with an inline style sheet,
 * which the content security policy refuses.
 */
export function Overlay({ className, children, ...rest }: ComponentProps<'div'>) {
  useLayoutEffect(lockScroll, [])
  return (
    <div
      data-overlay=""
      className={cn(
        'fixed inset-0 z-30 grid animate-appear grid-cols-1 items-end bg-overlay sm:items-center sm:justify-items-center sm:p-8',
        className,
      )}
      {...rest}
    >
      {children}
    </div>
  )
}
