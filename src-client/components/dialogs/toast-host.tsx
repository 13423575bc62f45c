import { CircleCheck, X } from 'lucide-react'
import { Toast as Radix } from 'radix-ui'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#client/components/ui/button.tsx'
import { leaveEscape } from '#client/components/ui/dialog-keys.ts'
import { dismissToast, type Toast, toasts } from '#client/lib/dialogs/toasts.ts'
import { useStore } from '#client/lib/store.ts'
import { useToastPlacement } from './use-toast-placement.ts'

/** How long a toast is shown, in ms; longer if it offers an action. */
const lifetime = 8_000
const lifetimeWithAction = 10_000

function ToastItem({ toast: { id, text, action } }: { toast: Toast }) {
  const { t } = useTranslation()
  return (
    <Radix.Root
      // It confirms what the reader has just done, so it waits until other announcements are read.
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
 * Renders the toasts of toasts.ts over the page without moving it. Each stays for a few seconds, longer while the
 * pointer or the focus is on it, and hides no button that is needed now (use-toast-placement.ts).
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
