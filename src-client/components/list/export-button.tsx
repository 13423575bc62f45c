import { Download } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#client/components/ui/button.tsx'
import { download } from '#client/lib/download.ts'
import { submit } from '#client/lib/submit.ts'

/** Export: saves the whole list that fits the criteria, as the file of a documented path. */
export function ExportButton({ path, criteria }: { path: string; criteria: object }) {
  const { t } = useTranslation()
  const [busy, setBusy] = useState(false)
  const run = async () => {
    setBusy(true)
    await submit(() => download(path, criteria), { fields: [] })
    setBusy(false)
  }
  return (
    <Button variant="secondary" onClick={() => void run()} busy={busy && t('list.exporting')}>
      <Download aria-hidden />
      {t('list.export')}
    </Button>
  )
}
