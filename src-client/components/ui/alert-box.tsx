import { AlertDialog } from 'radix-ui'
import { useRef, type ReactNode } from 'react'
import { dialogKeys } from './dialog-keys.ts'
import { Overlay } from './overlay.tsx'
import { saveFocus } from '#client/lib/dialogs/keep-focus.ts'

type AlertBoxProps = {
  onDismiss: () => void
  title: ReactNode
  footer: ReactNode
  children?: ReactNode
  /** What takes the focus on opening, where no button does. */
  focusOn?: () => HTMLElement | null
  /** Where the focus goes on closing, instead of back to where it was. */
  onClosed?: () => boolean
}

/** The small box of every question and message; the first button marked by AlertDialog.Cancel takes the focus. */
export function AlertBox({ onDismiss, title, footer, children, focusOn, onClosed }: AlertBoxProps) {
  const restoreFocus = useRef<() => void>(undefined)
  return (
    <AlertDialog.Root open onOpenChange={(open) => !open && onDismiss()}>
      <AlertDialog.Portal>
        <Overlay onRemoved={() => onClosed?.() || restoreFocus.current?.()} className="z-50 p-4">
          <AlertDialog.Content
            aria-modal
            onOpenAutoFocus={(event) => {
              restoreFocus.current = saveFocus()
              if (!focusOn) return
              event.preventDefault()
              focusOn()?.focus()
            }}
            onCloseAutoFocus={(event) => event.preventDefault()}
            onKeyDown={dialogKeys(onDismiss)}
            className="flex max-h-[calc(100dvh-2rem)] w-full animate-rise flex-col rounded-lg border border-border bg-popover text-foreground shadow-dialog sm:max-w-lg"
          >
            <div className="grid min-h-0 flex-1 gap-2 overflow-y-auto p-card">
              <AlertDialog.Title className="text-xl">{title}</AlertDialog.Title>
              <AlertDialog.Description asChild>
                <div className="grid gap-2">{children}</div>
              </AlertDialog.Description>
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
