import { useLayoutEffect, useRef, type ComponentProps } from 'react'
import { cn } from '#client/lib/cn.ts'

let locks = 0

/**
 * Stops the page behind from scrolling, and keeps it in place when the scroll bar disappears (styles/base.css). Returns
 * the undo function.
 */
function lockScroll(): () => void {
  const root = document.documentElement
  if (locks === 0) root.style.setProperty('--scroll-bar', `${window.innerWidth - root.clientWidth}px`)
  locks += 1
  root.dataset.locked = ''
  return () => {
    locks -= 1
    if (locks === 0) delete root.dataset.locked
  }
}

type OverlayProps = ComponentProps<'div'> & {
  /**
   * Restores the focus as soon as the dialog is removed. Radix's onCloseAutoFocus comes after a timer, which a busy
   * page delays: it would take the focus from a reader who has already moved on by keyboard.
   */
  onRemoved: () => void
}

/**
 * The backdrop that positions a dialog. It replaces Radix's overlay, which locks scrolling with an inline style sheet
 * that the content security policy blocks.
 */
export function Overlay({ onRemoved, className, children, ...rest }: OverlayProps) {
  const own = useRef<HTMLDivElement>(null)
  const gone = useRef(onRemoved)
  useLayoutEffect(() => {
    gone.current = onRemoved
  })
  useLayoutEffect(lockScroll, [])
  useLayoutEffect(() => {
    const { current: element } = own
    return () =>
      // Only after it is removed: until then Radix keeps the focus inside.
      queueMicrotask(() => {
        if (!element?.isConnected) gone.current()
      })
  }, [])
  return (
    <div
      ref={own}
      data-overlay=""
      className={cn(
        'fixed inset-0 z-30 grid animate-appear grid-cols-1 items-end bg-overlay sm:items-center sm:justify-items-center sm:p-8 short:p-0',
        className,
      )}
      {...rest}
    >
      {children}
    </div>
  )
}
