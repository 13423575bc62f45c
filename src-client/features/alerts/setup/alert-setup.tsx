import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBaseVersion } from '#client/components/form/use-base-version.ts'
import { Dialog } from '#client/components/ui/dialog.tsx'
import { LoadingOrFailed } from '#client/components/ui/loading-or-failed.tsx'
import { useStartContent } from '#client/lib/api/start-content.ts'
import { trpc } from '#client/lib/api/trpc.ts'
import { blockWhile, showMessage } from '#client/lib/dialogs/prompts.ts'
import { dropDraft } from '#client/lib/drafts.ts'
import type { AlertView } from '#shared/contract/alert-view.ts'
import { useAlertActions } from '../editor/use-alert-actions.ts'
import { useRemoveException } from '../editor/use-remove-exception.ts'
import { draftName, toNewAlert } from '../form/alert-form-values.ts'
import { toAlertRules } from '../form/to-alert-rules.ts'
import { useSuppressionFor } from '../status/use-suppression-for.ts'
import { AlertDialog } from './alert-dialog.tsx'
import { SavedDialog } from './saved-dialog.tsx'
import { useIsOwn } from './use-is-own.ts'
import { useSavedAlert } from './use-saved-alert.ts'

/** The alert that was just saved, or the first of several, how many they are, and the server's message. */
type Saved = { id: number; count: number; message: string }

type ActionOptions = {
  alert: AlertView | undefined
  version: number | undefined
  onSaved: (saved: Saved) => void
  onOutdated: () => Promise<void>
  onClose: () => void
}

/** The editor's actions on an alert of the reader. */
function useOwnActions({ alert, version, onSaved, onOutdated, onClose }: ActionOptions) {
  const { t } = useTranslation()
  const utils = trpc.useUtils()
  const save = trpc.userView.saveAlert.useMutation({ meta: { handled: true } })
  const saveAll = trpc.userView.saveAlerts.useMutation({ meta: { handled: true } })
  const remove = trpc.userView.alertDelete.useMutation()
  const refresh = () => Promise.all([utils.home.invalidate(), utils.userView.invalidate()])
  const onRemoveException = useRemoveException(alert?.id)
  const actions = useAlertActions({
    alert,
    version,
    draft: draftName(alert?.id),
    save: async (input) => {
      const { message = '', content } = await save.mutateAsync(input)
      return { id: content.id, count: 1, message }
    },
    saveAll: async (alerts) => {
      const { message = '', content } = await saveAll.mutateAsync({ alerts: alerts.map(toNewAlert) })
      return { id: content.ids[0] ?? 0, count: content.ids.length, message }
    },
    recover: (ids) => ({
      id: ids[0] ?? 0,
      count: ids.length,
      message: t(ids.length > 1 ? 'household.savedBefore' : 'alert.savedBefore'),
    }),
    onSaved: async (saved) => {
      await refresh()
      onSaved(saved)
    },
    onOutdated,
    isDeleting: remove.isPending,
    deleteQuestion: ({ name }) => t('alert.deleteQuestion', { name }),
    remove: ({ id }) => blockWhile(t('alert.deleting'), remove.mutateAsync({ alertId: id })),
    onDeleted: async ({ message }) => {
      onClose()
      await refresh()
      if (message) void showMessage('OK', message)
    },
  })
  return { ...actions, onRemoveException }
}

type AlertSetupProps = { id: number | 'new'; onClose: () => void }

/** Alert Setup over the page it was opened from: creates or edits an alert, then shows who still needs to confirm. */
export function AlertSetup({ id, onClose }: AlertSetupProps) {
  const { t } = useTranslation()
  const start = useStartContent()
  const user = trpc.currentUser.loginStatus.useQuery()
  const [justSaved, setJustSaved] = useState<Saved>()
  const alertId = justSaved?.id ?? id
  const saved = useSavedAlert(alertId === 'new' ? undefined : alertId)
  const alert = alertId === 'new' ? undefined : saved.data?.content
  const draft = draftName(id === 'new' ? undefined : id)
  const leave = () => {
    dropDraft(draft)
    onClose()
  }
  const { baseVersion, reloadCount, reload } = useBaseVersion(draft, user.data?.content.userId, saved)
  const actions = useOwnActions({
    alert,
    version: baseVersion,
    onSaved: setJustSaved,
    onOutdated: reload,
    onClose: leave,
  })
  const isOwn = useIsOwn()
  const suppressionFor = useSuppressionFor()

  if (justSaved)
    return (
      <SavedDialog
        title={t('alert.title')}
        message={justSaved.message}
        count={justSaved.count}
        alert={alert}
        isOwn={isOwn}
        suppressionFor={suppressionFor}
        {...actions}
        onClose={leave}
      />
    )
  if (start && user.data && (id === 'new' || alert)) {
    return (
      <AlertDialog
        key={reloadCount}
        alert={alert}
        version={baseVersion}
        rules={toAlertRules(start)}
        reader={user.data.content}
        suppressionFor={suppressionFor}
        exceptions={saved.data?.exceptions ?? []}
        {...actions}
        onLoad={() => void reload()}
        onDelete={() => void actions.onDelete()}
        onClose={leave}
      />
    )
  }
  return (
    <Dialog open size="large" onClose={onClose} title={t('alert.title')}>
      <LoadingOrFailed query={saved} loading={t('alert.loading')} lines={10} />
    </Dialog>
  )
}
