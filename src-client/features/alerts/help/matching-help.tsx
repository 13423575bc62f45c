import { ExternalLink, Printer } from 'lucide-react'
import { useState } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { Button } from '#client/components/ui/button.tsx'
import { Dialog, DialogClose } from '#client/components/ui/dialog.tsx'
import { useStartContent } from '#client/lib/api/start-content.ts'
import { basePath, matchingHelpPath } from '#client/lib/navigation.ts'
import { usePrinting } from '#client/lib/use-printing.ts'
import { MatchingRule } from './matching-rule.tsx'

/** The printed version, never visible on screen. */
function PrintSheet() {
  const { t } = useTranslation()
  const start = useStartContent()
  return (
    <div className="hidden print:block">
      <p>
        {start?.county} · {start?.appTitle}
      </p>
      <h1>{t('matching.helpTitle')}</h1>
      <p className="mb-4">{t('matching.helpDescription')}</p>
      <MatchingRule heading="h2" />
    </div>
  )
}

/**
 * How names are matched: a help dialog over the form, to read or print. Its own page opens in another tab, so nothing
 * is lost.
 */
export function MatchingHelp({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const [printing, setPrinting] = useState(false)
  usePrinting(printing, () => setPrinting(false))
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('matching.helpTitle')}
      description={t('matching.helpDescription')}
      reading={t('matching.helpTitle')}
      footer={
        <>
          <Button variant="quiet" className="sm:me-auto" asChild>
            <a href={basePath() + matchingHelpPath} target="_blank" rel="noreferrer">
              <ExternalLink aria-hidden />
              {t('matching.newTab')}
            </a>
          </Button>
          <Button variant="secondary" onClick={() => setPrinting(true)}>
            <Printer aria-hidden />
            {t('matching.print')}
          </Button>
          <DialogClose>
            <Button>{t('dialog.close')}</Button>
          </DialogClose>
        </>
      }
    >
      <MatchingRule heading="h3" />
      {printing && createPortal(<PrintSheet />, document.body)}
    </Dialog>
  )
}
