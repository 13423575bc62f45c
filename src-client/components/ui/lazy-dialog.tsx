import { lazy, Suspense, useEffect, useId, useRef, useState, type ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from './button.tsx'
import { PartFailed, PartGuard } from './part-guard.tsx'

type Closable = { onClose: () => void }

/** Replaces a dialog whose script could not be loaded. The browser's own dialog: it needs no script that could fail. */
function FailedDialog({ onClose, onRetry }: Closable & { onRetry: () => void }) {
  const { t } = useTranslation()
  const dialog = useRef<HTMLDialogElement>(null)
  const title = useId()
  useEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog
      ref={dialog}
      aria-labelledby={title}
      onClose={onClose}
      className="m-auto w-full max-w-lg gap-4 rounded-lg border border-border bg-card p-card text-foreground backdrop:bg-overlay open:grid"
    >
      <h2 id={title}>{t('failedPart.title')}</h2>
      {/* After an upgrade its script may no longer exist; the page of the new version has another. */}
      <PartFailed
        onRetry={onRetry}
        action={
          <Button variant="secondary" size="small" onClick={() => location.reload()}>
            {t('errors.reload')}
          </Button>
        }
      />
      <Button variant="secondary" className="justify-self-end" onClick={() => dialog.current?.close()}>
        {t('dialog.close')}
      </Button>
    </dialog>
  )
}

/**
 * A dialog whose script loads when it opens. If that fails, such as without a network, the page below stays as it is, and
 * the dialog offers to try again or to load the page again. Drafts survive both.
 */
export function lazyDialog<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  // A failed `lazy` stays failed.
  const make = () => lazy(async () => ({ default: await load() }))
  let Loaded = make()
  return function LazyDialog(props: Props & Closable) {
    const [, setTries] = useState(0)
    const onRetry = () => {
      Loaded = make()
      setTries((count) => count + 1)
    }
    return (
      <PartGuard onRetry={onRetry} renderFailed={(retry) => <FailedDialog onClose={props.onClose} onRetry={retry} />}>
        <Suspense>
          <Loaded {...props} />
        </Suspense>
      </PartGuard>
    )
  }
}
