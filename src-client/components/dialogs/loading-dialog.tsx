import { LoaderCircle } from 'lucide-react'
import { AlertDialog } from 'radix-ui'
import { useRef } from 'react'
import { Overlay } from '#client/components/ui/overlay.tsx'
import { Delayed } from '#client/components/ui/skeleton.tsx'
import { saveFocus } from '#client/lib/dialogs/keep-focus.ts'

/** Blocks the page during an action that must not run twice. Appears after 300 ms and cannot be dismissed. */
export function LoadingDialog({ text }: { text: string }) {
  const restoreFocus = useRef<() => void>(undefined)
  return (
    <Delayed>
      <AlertDialog.Root open>
        <AlertDialog.Portal>
          <Overlay onRemoved={() => restoreFocus.current?.()} className="z-50 items-center justify-items-center p-4">
            <AlertDialog.Content
              aria-modal
              aria-describedby={undefined}
              onOpenAutoFocus={({ target }) => {
                restoreFocus.current = saveFocus()
                // It has no button, so the box itself gets the focus and is read out.
                if (target instanceof HTMLElement) target.focus()
              }}
              onCloseAutoFocus={(event) => event.preventDefault()}
              className="flex items-center gap-4 rounded-lg border border-border bg-popover p-card text-foreground shadow-dialog"
            >
              <LoaderCircle className="size-8 animate-spin text-link" aria-hidden />
              <AlertDialog.Title className="text-lg">{text}</AlertDialog.Title>
            </AlertDialog.Content>
          </Overlay>
        </AlertDialog.Portal>
      </AlertDialog.Root>
    </Delayed>
  )
}
