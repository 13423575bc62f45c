import { Printer } from 'lucide-react'
import { useState } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import type { OutgoingEventView } from '#shared/contract/alert.ts'
import { Button } from '#client/components/ui/button.tsx'
import { messageOf } from '#client/lib/api/errors.ts'
import { showMessage } from '#client/lib/dialogs/prompts.ts'
import { trpc } from '#client/lib/api/trpc.ts'
import { usePrinting } from '#client/lib/use-printing.ts'
import { HistorySheet } from './history-sheet.tsx'

type PrintButtonProps = {
  /** As the list's call takes it. */
  filter: { filterText: string; emailAddressId: number | undefined; phoneNumberId: number | undefined }
  /** The filter in words, or ''. */
  chips: string
}

/** Prints the whole list that fits the filter, not only the page that is shown. */
export function PrintButton({ filter, chips }: PrintButtonProps) {
  const { t } = useTranslation()
  const utils = trpc.useUtils()
  const [busy, setBusy] = useState(false)
  const [sheet, setSheet] = useState<{ events: readonly OutgoingEventView[]; at: Date }>()

  usePrinting(sheet !== undefined, () => setSheet(undefined))

  const load = async () => {
    setBusy(true)
    try {
      const { content } = await utils.home.alertHistory.fetch(filter)
      setSheet({ events: content.outgoingEvents, at: new Date() })
    } catch (error) {
      await showMessage('WARNING', messageOf(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <Button variant="secondary" onClick={() => void load()} busy={busy && t('historyList.printing')}>
        <Printer aria-hidden />
        {t('historyList.print')}
      </Button>
      {sheet && createPortal(<HistorySheet {...sheet} chips={chips} />, document.body)}
    </>
  )
}
