import { Printer } from 'lucide-react'
import { useState } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { Button } from '#client/components/ui/button.tsx'
import { getErrorMessage } from '#client/lib/api/errors.ts'
import { trpc } from '#client/lib/api/trpc.ts'
import { showMessage } from '#client/lib/dialogs/prompts.ts'
import { usePrinting } from '#client/lib/use-printing.ts'
import type { RecordGroup } from '#shared/contract/record-group.ts'
import { HistorySheet } from './history-sheet.tsx'

type PrintButtonProps = {
  /** The filter as API input. */
  filter: { filterText: string; emailAddressId: number | undefined; phoneNumberId: number | undefined }
  /** The filter as text, or ''. */
  chips: string
  variant?: 'secondary' | 'quiet'
}

/** Prints the complete filtered list, not only the current page. */
export function PrintButton({ filter, chips, variant = 'secondary' }: PrintButtonProps) {
  const { t } = useTranslation()
  const utils = trpc.useUtils()
  const [busy, setBusy] = useState(false)
  const [sheet, setSheet] = useState<{ records: readonly RecordGroup[]; at: Date }>()

  usePrinting(sheet !== undefined, () => setSheet(undefined))

  const load = async () => {
    setBusy(true)
    try {
      const { content } = await utils.home.historyByRecord.fetch(filter)
      setSheet({ records: content.records, at: new Date() })
    } catch (error) {
      await showMessage('WARNING', getErrorMessage(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <Button variant={variant} onClick={() => void load()} busy={busy && t('historyList.printing')}>
        <Printer aria-hidden />
        {t('historyList.print')}
      </Button>
      {sheet && createPortal(<HistorySheet {...sheet} chips={chips} />, document.body)}
    </>
  )
}
