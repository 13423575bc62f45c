import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AlertView } from '#shared/contract/alert.ts'
import { formatCriteria, toCriteria } from '#shared/domain/alert/alert.ts'
import { useBaseVersion } from '#client/components/form/use-base-version.ts'
import { toAlertRules } from '../form/to-alert-rules.ts'
import { Dialog } from '#client/components/ui/dialog.tsx'
import { LoadingOrFailed } from '#client/components/ui/loading-or-failed.tsx'
import { askToLoad, isOutdated } from '#client/lib/api/confirm-reload.ts'
import { dropDraft } from '#client/lib/drafts.ts'
import { fieldsOf, messageOf, wantsLogin } from '#client/lib/api/errors.ts'
import { goToLogin } from '#client/lib/navigation.ts'
import { ask, holdWhile, showMessage } from '#client/lib/dialogs/prompts.ts'
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

/** An alert that was saved just now, and what the server said to it. */
type Saved = { id: number; message: string }

type Acting = {
  /** The alert to change; absent for a new one. */
  alert: AlertView | undefined
  /** Of the alert as the form began with it. */
  version: number | undefined
  onSaved: (saved: Saved) => void
  /** The alert is wanted as another window left it. */
  onLoad: () => Promise<void>
  onClose: () => void
}

/** Saves, deletes and asks again, with what each tells the reader. */
function useActs({ alert, version, onSaved, onLoad, onClose }: Acting) {
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
        // What is watched already was asked about when it began.
        const watchesOther = formatCriteria(toCriteria(values)) !== alert?.criteria
        if (watchesOther && !(await confirmDuplicate([values]))) return undefined
        const { message = '', content } = await save.mutateAsync({ ...values, version })
        dropDraft(draftName(alert?.id))
        await refresh()
        onSaved({ id: content.id, message })
        return undefined
      } catch (error) {
        const fields = fieldsOf(error)
        if (Object.keys(fields).length > 0) return fields
        if (isOutdated(error)) {
          if (await askToLoad(error)) await onLoad()
        } else if (wantsLogin(error)) goToLogin()
        else void showMessage('WARNING', messageOf(error))
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
      // A refusal is told by trpc.ts; the dialog stays.
      const deleted = await holdWhile(t('alert.deleting'), remove.mutateAsync({ alertId: alert.id })).catch(
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

/** Alert Setup over the page it was opened from: a new alert, or one to change; then who must still say yes. */
export function AlertSetup({ id, onClose }: AlertSetupProps) {
  const { t } = useTranslation()
  const start = useStartContent()
  const user = trpc.currentUser.loginStatus.useQuery()
  const [just, setJust] = useState<Saved>()
  const known = just?.id ?? id
  const saved = useSavedAlert(known === 'new' ? undefined : known)
  const alert = known === 'new' ? undefined : saved.data?.content
  const draft = draftName(id === 'new' ? undefined : id)
  const leave = () => {
    dropDraft(draft)
    onClose()
  }
  const { seen, loads, loadAnew } = useBaseVersion(draft, user.data?.content.userId, saved)
  const acts = useActs({ alert, version: seen, onSaved: setJust, onLoad: loadAnew, onClose: leave })
  const isOwn = useIsOwn()
  const suppressionFor = useSuppressionFor()

  if (just)
    return (
      <SavedDialog
        title={t('alert.title')}
        message={just.message}
        alert={alert}
        isOwn={isOwn}
        suppressionFor={suppressionFor}
        {...acts}
        onClose={leave}
      />
    )
  if (start && user.data && (id === 'new' || alert)) {
    return (
      <AlertDialog
        key={loads}
        alert={alert}
        version={seen}
        rules={toAlertRules(start)}
        reader={user.data.content}
        suppressionFor={suppressionFor}
        {...acts}
        onLoad={() => void loadAnew()}
        onDelete={() => void acts.onDelete()}
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
