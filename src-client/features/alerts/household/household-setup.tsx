import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '#client/components/ui/dialog.tsx'
import { Skeleton } from '#client/components/ui/skeleton.tsx'
import { useStartContent } from '#client/lib/api/start-content.ts'
import { submit } from '#client/lib/api/submit.ts'
import { trpc } from '#client/lib/api/trpc.ts'
import { dropDraft } from '#client/lib/drafts.ts'
import { flattenCriteria } from '#shared/contract/alert.ts'
import type { FieldProblems } from '#shared/contract/errors.ts'
import type { AlertRules } from '#shared/domain/alert/alert.ts'
import { toAlertRules } from '../form/to-alert-rules.ts'
import { useSaveOnce } from '../form/use-save-once.ts'
import { SavedDialog } from '../setup/saved-dialog.tsx'
import { useIsOwn } from '../setup/use-is-own.ts'
import { useSavedAlert } from '../setup/use-saved-alert.ts'
import { useResend } from '../status/use-resend.ts'
import { useSuppressionFor } from '../status/use-suppression-for.ts'
import { HouseholdDialog, householdDraft } from './household-dialog.tsx'
import { toHousehold, type HouseholdValues, toFormProblems } from './household-values.ts'

/** The first saved alert, whose recipients are the same in all, the number of alerts, and the server's message. */
type Saved = { id: number; count: number; message: string }

/** Saves all or none. The recipients, who are the same in each alert, get one confirmation request. */
function useSaveAll(rules: AlertRules | undefined, onSaved: (saved: Saved) => void) {
  const { t } = useTranslation()
  const utils = trpc.useUtils()
  const saveOnce = useSaveOnce()
  const recover = (ids: number[]) => ({ content: { ids }, message: t('household.savedBefore') })
  const save = trpc.userView.saveHousehold.useMutation({ meta: { handled: true } })
  return async (values: HouseholdValues): Promise<FieldProblems | void> => {
    if (!rules) return undefined
    const taken = values.members.parcel.properties.length > 0 ? (await utils.userView.alertNames.fetch()).content : []
    const { filled, input } = toHousehold(values, rules, t, taken)
    const problems = await submit(async () => {
      const store = () => save.mutateAsync({ ...input, alerts: input.alerts.map(flattenCriteria) })
      const saved = await saveOnce(input.alerts, store, recover)
      if (!saved) return
      const { content, message = '' } = saved
      dropDraft(householdDraft)
      await Promise.all([utils.home.invalidate(), utils.userView.invalidate()])
      onSaved({ id: content.ids[0] ?? 0, count: content.ids.length, message })
    })
    return problems && toFormProblems(problems, filled)
  }
}

/** A household's alerts from one form, over the home page; then shows who still needs to confirm. */
export function HouseholdSetup({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const start = useStartContent()
  const user = trpc.currentUser.loginStatus.useQuery()
  // A guest has no profile and types the name.
  const profile = trpc.currentUser.profile.useQuery(undefined, { meta: { handled: true }, retry: false })
  const [justSaved, setJustSaved] = useState<Saved>()
  const alert = useSavedAlert(justSaved?.id)
  const rules = start && toAlertRules(start)
  const saveAll = useSaveAll(rules, setJustSaved)
  const resend = useResend()
  const isOwn = useIsOwn()
  const suppressionFor = useSuppressionFor()
  const leave = () => {
    dropDraft(householdDraft)
    onClose()
  }
  if (justSaved) {
    const { count, message } = justSaved
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
