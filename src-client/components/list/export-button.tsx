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
  /** The number of matching rows, once it is known. */
  total: number | null | undefined
}

/** Export: saves the whole filtered list as the file of a documented path, and confirms it. */
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
      { fields: [], inForm: false },
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
