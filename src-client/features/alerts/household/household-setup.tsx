import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FieldProblems } from '#shared/contract/errors.ts'
import type { AlertRules } from '#shared/domain/alert/alert.ts'
import { toAlertRules } from '../form/to-alert-rules.ts'
import { Dialog } from '#client/components/ui/dialog.tsx'
import { Skeleton } from '#client/components/ui/skeleton.tsx'
import { dropDraft } from '#client/lib/drafts.ts'
import { fieldsOf, messageOf, wantsLogin } from '#client/lib/api/errors.ts'
import { goToLogin } from '#client/lib/navigation.ts'
import { showMessage } from '#client/lib/dialogs/prompts.ts'
import { useStartContent } from '#client/lib/api/start-content.ts'
import { trpc } from '#client/lib/api/trpc.ts'
import { useResend } from '../status/use-resend.ts'
import { useSuppressionFor } from '../status/use-suppression-for.ts'
import { HouseholdDialog, householdDraft } from './household-dialog.tsx'
import { householdOf, type HouseholdValues, onTheForm } from './household-values.ts'
import { SavedDialog } from '../setup/saved-dialog.tsx'
import { useConfirmDuplicate } from '../form/use-confirm-duplicate.ts'
import { useIsOwn } from '../setup/use-is-own.ts'
import { useSavedAlert } from '../setup/use-saved-alert.ts'

/** The first alert that was saved, whose recipients are those of all, how many there are, and what is said of them. */
type Saved = { id: number; count: number; message: string }

/** Saves all or none; the recipients, who are those of each alert, are asked to confirm once. */
function useSaveAll(rules: AlertRules | undefined, onSaved: (saved: Saved) => void) {
  const { t } = useTranslation()
  const utils = trpc.useUtils()
  const confirmDuplicate = useConfirmDuplicate()
  const save = trpc.userView.saveHousehold.useMutation({ meta: { handled: true } })
  return async (values: HouseholdValues): Promise<FieldProblems | void> => {
    if (!rules) return undefined
    const { filled, input } = householdOf(values, rules, t)
    try {
      if (!(await confirmDuplicate(input.alerts))) return undefined
      const { content, message = '' } = await save.mutateAsync(input)
      dropDraft(householdDraft)
      await Promise.all([utils.home.invalidate(), utils.userView.invalidate()])
      onSaved({ id: content.ids[0] ?? 0, count: content.ids.length, message })
      return undefined
    } catch (error) {
      const fields = onTheForm(fieldsOf(error), filled)
      if (Object.keys(fields).length > 0) return fields
      if (wantsLogin(error)) goToLogin()
      else await showMessage('WARNING', messageOf(error))
      return undefined
    }
  }
}

/** A household's alerts from one form, over the home page; then who must still say yes. */
export function HouseholdSetup({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const start = useStartContent()
  const user = trpc.currentUser.loginStatus.useQuery()
  // A guest has no profile, and types the name.
  const profile = trpc.currentUser.profile.useQuery(undefined, { meta: { handled: true }, retry: false })
  const [just, setJust] = useState<Saved>()
  const alert = useSavedAlert(just?.id)
  const rules = start && toAlertRules(start)
  const saveAll = useSaveAll(rules, setJust)
  const resend = useResend()
  const isOwn = useIsOwn()
  const suppressionFor = useSuppressionFor()
  const leave = () => {
    dropDraft(householdDraft)
    onClose()
  }
  if (just) {
    const { count, message } = just
    return (
      <SavedDialog
        title={t('household.savedTitle')}
        message={message}
        count={count}
        alert={alert.data?.content}
        isOwn={isOwn}
        suppressionFor={suppressionFor}
        {...resend}
        onClose={leave}
      />
    )
  }
  if (!rules || !user.data || profile.isPending)
    return (
      <Dialog open onClose={onClose} title={t('household.title')}>
        <Skeleton label={t('alert.loading')} lines={10} />
      </Dialog>
    )
  const { userId, email } = user.data.content
  const { firstName = '', lastName = '' } = profile.data?.content ?? {}
  return (
    <HouseholdDialog rules={rules} reader={{ userId, email, firstName, lastName }} onSave={saveAll} onClose={leave} />
  )
}
