import { lazy, Suspense, useEffect, useId, useRef, type ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from './button.tsx'
import { PartFailed, PartGuard } from './part-guard.tsx'

type Closable = { onClose: () => void }

/** Replaces a dialog whose script could not be loaded. The browser's own dialog: it needs no script that could fail. */
function FailedDialog({ onClose }: Closable) {
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
      {/*
       * Browsers keep a failed script for as long as the page is open (HTML, module map). After an upgrade it may no longer
       * exist either; the page of the new version has another.
       */}
      <PartFailed
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
 * the dialog offers to load the page again. Drafts survive that.
 */
export function lazyDialog<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  const Loaded = lazy(async () => ({ default: await load() }))
  return function LazyDialog(props: Props & Closable) {
    return (
      <PartGuard renderFailed={() => <FailedDialog onClose={props.onClose} />}>
        <Suspense>
          <Loaded {...props} />
        </Suspense>
      </PartGuard>
    )
  }
}
