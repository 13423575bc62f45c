import { CircleCheck, X } from 'lucide-react'
import { Toast } from 'radix-ui'
import { useTranslation } from 'react-i18next'
import { Button } from '#client/components/ui/button.tsx'
import { useStore } from '#client/lib/store.ts'
import { dismissToast, toasts } from '#client/lib/toasts.ts'

const lifetime = 8_000

/** Draws the toasts of lib/toasts.ts: at the bottom for 8 s (on a phone above a dialog's buttons), held while the pointer or the focus is on them. */
export function ToastHost() {
  const { t } = useTranslation()
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
        className="fixed inset-x-4 bottom-4 in-data-locked:max-sm:bottom-24 z-60 ms-auto grid max-w-120 list-none gap-2 print:hidden"
      />
    </Toast.Provider>
  )
}
