import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type AlertView, flattenCriteria } from '#shared/contract/alert.ts'
import { formatCriteria } from '#shared/domain/alert/alert-types.ts'
import { useBaseVersion } from '#client/components/form/use-base-version.ts'
import { toAlertRules } from '../form/to-alert-rules.ts'
import { Dialog } from '#client/components/ui/dialog.tsx'
import { LoadingOrFailed } from '#client/components/ui/loading-or-failed.tsx'
import { confirmReload, isOutdated } from '#client/lib/api/confirm-reload.ts'
import { dropDraft } from '#client/lib/drafts.ts'
import { getFieldErrors, getErrorMessage, requiresLogin } from '#client/lib/api/errors.ts'
import { goToLogin } from '#client/lib/navigation.ts'
import { ask, blockWhile, showMessage } from '#client/lib/dialogs/prompts.ts'
import { useStartContent } from '#client/lib/api/start-content.ts'
import { trpc } from '#client/lib/api/trpc.ts'
import { useResend } from '../status/use-resend.ts'
import { useSuppressionFor } from '../status/use-suppression-for.ts'
import { AlertDialog } from './alert-dialog.tsx'
import { type AlertFormValues, draftName } from '../form/alert-form-values.ts'
import { SavedDialog } from './saved-dialog.tsx'
import { useConfirmDuplicate } from '../form/use-confirm-duplicate.ts'
import { useIsOwn } from './use-is-own.ts'
import { useSavedAlert } from './use-saved-alert.ts'

/** The alert that was just saved, and the server's message. */
type Saved = { id: number; message: string }

type ActionOptions = {
  /** The alert to change; absent for a new one. */
  alert: AlertView | undefined
  /** The version that the form began with. */
  version: number | undefined
  onSaved: (saved: Saved) => void
  /** Loads the alert as another window saved it. */
  onLoad: () => Promise<void>
  onClose: () => void
}

/** Save, delete and resend, with their messages. */
function useAlertActions({ alert, version, onSaved, onLoad, onClose }: ActionOptions) {
  const { t } = useTranslation()
  const utils = trpc.useUtils()
  const confirmDuplicate = useConfirmDuplicate()
  const save = trpc.userView.saveAlert.useMutation({ meta: { handled: true } })
  const remove = trpc.userView.alertDelete.useMutation()

  const refresh = () => Promise.all([utils.home.invalidate(), utils.userView.invalidate()])

  return {
    ...useResend(),
    onSave: async (values: AlertFormValues) => {
      try {
        // The check for duplicates already ran when these criteria were first saved.
        const criteriaChanged = formatCriteria(values.criteria) !== alert?.criteria
        if (criteriaChanged && !(await confirmDuplicate([values]))) return undefined
        const { message = '', content } = await save.mutateAsync({ ...flattenCriteria(values), version })
        dropDraft(draftName(alert?.id))
        await refresh()
        onSaved({ id: content.id, message })
        return undefined
      } catch (error) {
        const fields = getFieldErrors(error)
        if (Object.keys(fields).length > 0) return fields
        if (isOutdated(error)) {
          if (await confirmReload(error)) await onLoad()
        } else if (requiresLogin(error)) goToLogin()
        else void showMessage('WARNING', getErrorMessage(error))
        return undefined
      }
    },
    onDelete: async () => {
      if (!alert || remove.isPending) return
      const sure = await ask({
        title: t('alert.deleteQuestion', { name: alert.name }),
        detail: t('alert.deleteDetail', { criteria: alert.criteria }),
        yes: t('alert.deleteYes'),
        destructive: true,
      })
      if (!sure) return
      // trpc.ts shows the error; the dialog stays.
      const deleted = await blockWhile(t('alert.deleting'), remove.mutateAsync({ alertId: alert.id })).catch(
        () => undefined,
      )
      if (!deleted) return
      dropDraft(draftName(alert.id))
      onClose()
      await refresh()
      if (deleted.message) void showMessage('OK', deleted.message)
    },
  }
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
  const actions = useAlertActions({
    alert,
    version: baseVersion,
    onSaved: setJustSaved,
    onLoad: reload,
    onClose: leave,
  })
  const isOwn = useIsOwn()
  const suppressionFor = useSuppressionFor()

  if (justSaved)
    return (
      <SavedDialog
        title={t('alert.title')}
        message={justSaved.message}
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
