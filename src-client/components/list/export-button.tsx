import { Download } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#client/components/ui/button.tsx'
import { download } from '#client/lib/api/download.ts'
import { submit } from '#client/lib/api/submit.ts'
import { showToast } from '#client/lib/dialogs/toasts.ts'

type ExportButtonProps = {
  path: string
  criteria: object
  /** How many rows fit the criteria, once that is known. */
  total: number | null | undefined
}

/** Export: saves the whole list that fits the criteria, as the file of a documented path, and says so. */
export function ExportButton({ path, criteria, total }: ExportButtonProps) {
  const { t } = useTranslation()
  const [busy, setBusy] = useState(false)
  const run = async () => {
    setBusy(true)
    await submit(
      async () => {
        const name = await download(path, criteria)
        showToast(t(total === 0 ? 'list.exportedEmpty' : 'list.exported', { name }))
      },
      { fields: [] },
    )
    setBusy(false)
  }
  return (
    <Button variant="secondary" onClick={() => void run()} busy={busy && t('list.exporting')}>
      <Download aria-hidden />
      {t('list.export')}
    </Button>
  )
}
