import { CircleCheck, X } from 'lucide-react'
import { Toast as Radix } from 'radix-ui'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#client/components/ui/button.tsx'
import { leaveEscape } from '#client/components/ui/dialog-keys.ts'
import { useStore } from '#client/lib/store.ts'
import { dismissToast, type Toast, toasts } from '#client/lib/dialogs/toasts.ts'
import { useToastPlacement } from './use-toast-placement.ts'

/** Ms that a toast stands; longer where it offers something to do. */
const lifetime = 8_000
const lifetimeWithAction = 10_000

function ToastItem({ toast: { id, text, action } }: { toast: Toast }) {
  const { t } = useTranslation()
  return (
    <Radix.Root
      // It tells what the reader has just done: it waits until other things are read out.
      type="background"
      duration={action ? lifetimeWithAction : lifetime}
      onOpenChange={(open) => !open && dismissToast(id)}
      onEscapeKeyDown={leaveEscape}
      className="flex animate-rise items-center gap-2 rounded-lg border border-header-muted bg-header py-2 ps-4 pe-2 text-header-foreground shadow-popover"
    >
      <CircleCheck className="size-6 flex-none text-brass" aria-hidden />
      <Radix.Description className="min-w-0 flex-1 wrap-anywhere">{text}</Radix.Description>
      {action && (
        <Radix.Action asChild altText={action.elsewhere}>
          <Button variant="header" className="underline" onClick={action.act}>
            {action.label}
          </Button>
        </Radix.Action>
      )}
      <Radix.Close asChild>
        <Button variant="header" aria-label={t('toast.close')}>
          <X aria-hidden />
        </Button>
      </Radix.Close>
    </Radix.Root>
  )
}

/**
 * Draws the toasts of lib/toasts.ts over the page, which they never move: each for a few seconds, held while the pointer
 * or the focus is on it, where it covers no button that is needed now (use-clear-place.ts). At its end the page has room
 * for one (`--toast-room`).
 */
export function ToastHost() {
  const { t } = useTranslation()
  const list = useRef<HTMLOListElement>(null)
  const { edge, offset } = useToastPlacement(list)
  return (
    <Radix.Provider duration={lifetime} label={t('toast.label')}>
      {useStore(toasts).map((toast) => (
        <ToastItem key={toast.id} toast={toast} />
      ))}
      <Radix.Viewport
        label={t('toast.region')}
        data-toasts=""
        ref={list}
        style={{ [edge]: offset }}
        className="fixed inset-x-4 z-60 ms-auto grid max-w-120 list-none gap-2 print:hidden"
      />
    </Radix.Provider>
  )
}
