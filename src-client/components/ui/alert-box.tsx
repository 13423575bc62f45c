import { AlertDialog } from 'radix-ui'
import { useRef, type ReactNode } from 'react'
import { saveFocus } from '#client/lib/dialogs/keep-focus.ts'
import { dialogKeys } from './dialog-keys.ts'
import { Overlay } from './overlay.tsx'

type AlertBoxProps = {
  onDismiss: () => void
  title: ReactNode
  footer: ReactNode
  children?: ReactNode
  /** Gets the focus on opening if no button does. */
  focusOn?: () => HTMLElement | null
  /** Gets the focus on closing, instead of the element that had it before. */
  onClosed?: () => boolean
}

/** The small box of every question and message. The first AlertDialog.Cancel button gets the focus. */
export function AlertBox({ onDismiss, title, footer, children, focusOn, onClosed }: AlertBoxProps) {
  const restoreFocus = useRef<() => void>(undefined)
  return (
    <AlertDialog.Root open onOpenChange={(open) => !open && onDismiss()}>
      <AlertDialog.Portal>
        <Overlay onRemoved={() => onClosed?.() || restoreFocus.current?.()} className="z-50 p-4">
          <AlertDialog.Content
            aria-modal
            {...(!children && { 'aria-describedby': undefined })}
            onOpenAutoFocus={(event) => {
              restoreFocus.current = saveFocus()
              if (!focusOn) return
              event.preventDefault()
              focusOn()?.focus()
            }}
            onCloseAutoFocus={(event) => event.preventDefault()}
            onKeyDown={dialogKeys(onDismiss)}
            className="flex max-h-[calc(100dvh-2rem)] w-full animate-rise flex-col short:overflow-y-auto rounded-lg border border-border bg-popover text-foreground shadow-dialog sm:max-w-lg"
          >
            <div className="grid min-h-0 flex-1 gap-2 overflow-y-auto p-card short:flex-none short:overflow-visible">
              <AlertDialog.Title className="text-xl">{title}</AlertDialog.Title>
              {children && (
                <AlertDialog.Description asChild>
                  <div className="grid gap-2">{children}</div>
                </AlertDialog.Description>
              )}
            </div>
            <div data-ends="" className="flex flex-wrap justify-end gap-3 border-t border-border px-card py-3.5">
              {footer}
            </div>
          </AlertDialog.Content>
        </Overlay>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
