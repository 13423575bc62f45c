import { CircleCheck, X } from 'lucide-react'
import { Toast } from 'radix-ui'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#client/components/ui/button.tsx'
import { cn } from '#client/lib/cn.ts'
import { useStore } from '#client/lib/store.ts'
import { dismissToast, toasts } from '#client/lib/toasts.ts'

const lifetime = 8_000

const overlap = (one: DOMRect, other: DOMRect) =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom

/** True while toasts stand at the top, since at the bottom they covered the control that has the focus. */
function useAtTop(toastList: RefObject<HTMLElement | null>): boolean {
  const [atTop, setAtTop] = useState(false)
  useEffect(() => {
    const giveWay = () => {
      const [list, focused] = [toastList.current?.getBoundingClientRect(), document.activeElement]
      if (!list || !(focused instanceof HTMLElement) || focused.tabIndex < 0) return
      if (toastList.current?.contains(focused)) return
      if (overlap(list, focused.getBoundingClientRect())) setAtTop(list.top > innerHeight / 2)
    }
    // Once the page is scrolled to what has the focus.
    const soon = () => requestAnimationFrame(giveWay)
    const more = new ResizeObserver(giveWay)
    if (toastList.current) more.observe(toastList.current)
    document.addEventListener('focusin', soon)
    return () => {
      more.disconnect()
      document.removeEventListener('focusin', soon)
    }
  }, [toastList])
  return atTop
}

/**
 * Draws the toasts of lib/toasts.ts for 8 s, held while the pointer or the focus is on them: at the bottom (on a phone
 * above a dialog's buttons) or wherever they do not cover what has the focus.
 */
export function ToastHost() {
  const { t } = useTranslation()
  const list = useRef<HTMLOListElement>(null)
  const atTop = useAtTop(list)
  return (
    <Toast.Provider duration={lifetime} label={t('toast.label')}>
      {useStore(toasts).map((toast) => (
        <Toast.Root
          key={toast.id}
          onOpenChange={(open) => !open && dismissToast(toast.id)}
          className="flex animate-rise items-center gap-3 rounded-lg border border-header-line bg-header py-2 ps-4 pe-2 text-header-foreground shadow-popover"
        >
          <CircleCheck className="size-6 text-brass" aria-hidden />
          <Toast.Description className="min-w-0 flex-1">{toast.text}</Toast.Description>
          <Toast.Close asChild>
            <Button variant="header" aria-label={t('toast.close')}>
              <X aria-hidden />
            </Button>
          </Toast.Close>
        </Toast.Root>
      ))}
      <Toast.Viewport
        label={t('toast.region')}
        data-toasts=""
        ref={list}
        className={cn(
          'fixed inset-x-4 z-60 ms-auto grid max-w-120 list-none gap-2 print:hidden',
          atTop ? 'top-4' : 'bottom-4 in-data-locked:max-sm:bottom-24',
        )}
      />
    </Toast.Provider>
  )
}
