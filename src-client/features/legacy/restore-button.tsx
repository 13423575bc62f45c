import { Undo2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '#client/components/ui/button.tsx'
import { trpc } from '#client/lib/api/trpc.ts'
import { ask } from '#client/lib/dialogs/prompts.ts'

/** Restores the data from before a migration, after a question. */
export function RestoreButton({ runId, onStarted }: { runId: number; onStarted: () => void }) {
  const { t } = useTranslation()
  const restore = trpc.controlPanel.migrationRestore.useMutation({ onSettled: onStarted })
  const askFirst = async () => {
    const sure = await ask({
      title: t('migration.restoreQuestion'),
      detail: t('migration.restoreDetail'),
      yes: t('migration.restoreYes'),
      destructive: true,
    })
    if (sure) restore.mutate({ runId })
  }
  return (
    <Button variant="secondary" busy={restore.isPending && t('app.loading')} onClick={() => void askFirst()}>
      <Undo2 aria-hidden />
      {t('migration.restore')}
    </Button>
  )
}
