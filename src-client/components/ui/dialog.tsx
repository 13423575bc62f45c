import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import { useRef, type ReactNode, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { cn } from '#client/lib/cn.ts'
import { confirmLeave } from '#client/lib/dialogs/confirm-leave.ts'
import { saveFocus } from '#client/lib/dialogs/keep-focus.ts'
import { Button } from './button.tsx'
import { dialogKeys, leaveEscapeToList } from './dialog-keys.ts'
import { Overlay } from './overlay.tsx'
import { PartGuard } from './part-guard.tsx'

const widths = { small: 'sm:max-w-lg', medium: 'sm:max-w-form', large: 'sm:max-w-280' }

type DialogProps = {
  open: boolean
  /** Called once the dialog may close: nothing was changed, or the reader chose to discard it. */
  onClose: () => void
  title: ReactNode
  /** One line under the title. */
  description?: ReactNode
  /** Closing would lose something typed, so Escape and Close ask first. */
  changed?: boolean
  size?: keyof typeof widths
  /** Actions at the end; a destructive one may carry `me-auto` to be set apart. */
  footer?: ReactNode
  /** Labels a body without controls: it gets the focus, so that the arrow keys can scroll it. */
  reading?: string
  children: ReactNode
}

type HeadProps = Pick<DialogProps, 'title' | 'description'> & {
  heading: RefObject<HTMLHeadingElement | null>
  onClose: () => void
}

function Head({ heading, title, description, onClose }: HeadProps) {
  const { t } = useTranslation()
  return (
    <div className="border-b border-border px-card pt-4 pb-3.5">
      <div className="flex flex-wrap items-start justify-between gap-2">
        <Radix.Title
          ref={heading}
          tabIndex={-1}
          className="max-w-max grow basis-[min-content] font-display text-xl leading-[1.2] font-semibold tracking-[-0.01em]"
        >
          {title}
        </Radix.Title>
        <Button variant="quiet" size="small" className="-my-2 ms-auto -me-3" onClick={onClose}>
          <X aria-hidden />
          {t('dialog.close')}
        </Button>
      </div>
      {description && <p className="text-sm text-muted-foreground">{description}</p>}
    </div>
  )
}

/**
 * A sheet on a phone, a box from 640 px. Header and footer stay in place while the body scrolls; under 500 px of height
 * they scroll with it. The opener gets the focus back. A press outside does not close it, because that would lose what was typed.
 */
export function Dialog({
  open,
  onClose,
  title,
  description,
  changed = false,
  size = 'medium',
  footer,
  reading,
  children,
}: DialogProps) {
  const restoreFocus = useRef<() => void>(undefined)
  const heading = useRef<HTMLHeadingElement>(null)

  const close = async () => {
    if (!changed || (await confirmLeave(true))) onClose()
  }

  return (
    <Radix.Root open={open} onOpenChange={(next) => !next && void close()}>
      <Radix.Portal>
        <Overlay onRemoved={() => restoreFocus.current?.()}>
          <Radix.Content
            aria-modal
            aria-describedby={undefined}
            onOpenAutoFocus={(event) => {
              restoreFocus.current = saveFocus()
              // Focus the title, as on a new page, rather than Close.
              event.preventDefault()
              heading.current?.focus()
            }}
            onCloseAutoFocus={(event) => event.preventDefault()}
            onEscapeKeyDown={leaveEscapeToList}
            onKeyDown={dialogKeys(() => void close())}
            onInteractOutside={(event) => event.preventDefault()}
            className={cn(
              'flex h-dvh max-h-dvh w-full animate-rise flex-col bg-popover text-foreground shadow-dialog',
              'sm:h-auto sm:max-h-[calc(100dvh-4rem)] sm:rounded-lg sm:border sm:border-border',
              widths[size],
              'short:h-dvh short:max-h-dvh short:overflow-y-auto short:rounded-none',
            )}
          >
            <Head heading={heading} title={title} description={description} onClose={() => void close()} />
            <div
              className="min-h-0 flex-1 overflow-y-auto p-card short:flex-none short:overflow-visible"
              {...(reading && { role: 'region', 'aria-label': reading, tabIndex: 0 })}
            >
              <PartGuard>{children}</PartGuard>
            </div>
            {footer && (
              <div data-ends="" className="flex flex-wrap justify-end gap-3 border-t border-border px-card py-3.5">
                {footer}
              </div>
            )}
          </Radix.Content>
        </Overlay>
      </Radix.Portal>
    </Radix.Root>
  )
}

/** Makes its only button close the surrounding dialog, like Close at the top. */
export function DialogClose({ children }: { children: ReactNode }) {
  return <Radix.Close asChild>{children}</Radix.Close>
}
