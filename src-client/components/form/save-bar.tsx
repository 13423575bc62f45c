import { Save, Undo2 } from 'lucide-react'
import { Trans, useTranslation } from 'react-i18next'
import { Button } from '#client/components/ui/button.tsx'

type SaveBarProps = {
  /** The number of unsaved changes. */
  changes: number
  saving: boolean
  onUndo: () => void
}

/** Stays at the bottom of a long form in the panel: unsaved changes, Undo changes, Save. */
export function SaveBar({ changes, saving, onUndo }: SaveBarProps) {
  const { t } = useTranslation()
  return (
    <section
      aria-label={t('settings.region')}
      data-ends=""
      className="sticky bottom-0 z-10 short:static flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-t-lg border border-border border-t-[3px] border-t-brass bg-popover px-card py-3 shadow-popover"
    >
      <output>
        {changes === 0 ? (
          t('settings.allSaved')
        ) : (
          <Trans i18nKey="settings.unsaved" count={changes} values={{ count: changes }} components={{ b: <b /> }} />
        )}
      </output>
      <div className="flex flex-wrap gap-2 max-sm:w-full">
        {changes > 0 && (
          <Button variant="quiet" onClick={onUndo}>
            <Undo2 aria-hidden />
            {t('settings.undo')}
          </Button>
        )}
        <Button type="submit" busy={saving && t('form.saving')} className="max-sm:flex-1">
          <Save aria-hidden />
          {t('settings.save')}
        </Button>
      </div>
    </section>
  )
}
