import { Copy, Printer } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { Button } from '#client/components/ui/button.tsx'
import { useStartContent } from '#client/lib/api/start-content.ts'
import { showMessage } from '#client/lib/dialogs/prompts.ts'
import { showToast } from '#client/lib/dialogs/toasts.ts'
import { usePrinting } from '#client/lib/use-printing.ts'

function Codes({ codes }: { codes: readonly string[] }) {
  return (
    <ul className="grid grid-cols-1 gap-x-8 gap-y-1 font-mono text-lg sm:grid-cols-2">
      {codes.map((code) => (
        <li key={code}>{code}</li>
      ))}
    </ul>
  )
}

/** Recovery codes, shown only once: to print, to copy, or to write down. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const { t } = useTranslation()
  const start = useStartContent()
  const [printing, setPrinting] = useState(false)
  usePrinting(printing, () => setPrinting(false))
  // They replace a form, so screen readers announce them.
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(codes.join('\n'))
      showToast(t('authenticator.copied'))
    } catch {
      await showMessage('WARNING', t('authenticator.copyFailed'))
    }
  }
  return (
    <div className="grid gap-4">
      <h2 ref={heading} tabIndex={-1} className="text-lg font-semibold">
        {t('authenticator.codesTitle')}
      </h2>
      <p>{t('authenticator.codesLead')}</p>
      <p className="font-semibold">{t('authenticator.codesOnce')}</p>
      <div className="rounded-md border border-border bg-muted p-4">
        <Codes codes={codes} />
      </div>
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" onClick={() => setPrinting(true)}>
          <Printer aria-hidden />
          {t('authenticator.print')}
        </Button>
        <Button variant="secondary" onClick={() => void copy()}>
          <Copy aria-hidden />
          {t('authenticator.copy')}
        </Button>
      </div>
      {printing &&
        createPortal(
          <div className="hidden print:block">
            <p>
              {start?.county} · {start?.appTitle}
            </p>
            <h1>{t('authenticator.sheetFor')}</h1>
            <p>{t('authenticator.codesLead')}</p>
            <Codes codes={codes} />
          </div>,
          document.body,
        )}
    </div>
  )
}
