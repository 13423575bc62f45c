import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AlertRules } from '#shared/rules/alert.ts'
import { rulesOf } from '#client/components/alert-form/rules-of.ts'
import { Dialog } from '#client/components/ui/dialog.tsx'
import { Skeleton } from '#client/components/ui/skeleton.tsx'
import { dropDraft } from '#client/lib/drafts.ts'
import { messageOf, wantsLogin } from '#client/lib/errors.ts'
import { goToLogin } from '#client/lib/navigation.ts'
import { showMessage } from '#client/lib/prompts.ts'
import { useStartContent } from '#client/lib/start-content.ts'
import { trpc } from '#client/lib/trpc.ts'
import { HouseholdDialog, householdDraft } from './household-dialog.tsx'
import { alertsOf, type HouseholdValues, type Member } from './household-values.ts'
import { SavedDialog } from './saved-dialog.tsx'
import { useAskIfSame } from './use-ask-if-same.ts'
import { useResend } from './use-resend.ts'
import { useSavedAlert } from './use-saved-alert.ts'

/** The first of the alerts that were saved, whose recipients are those of all, and what is said of them. */
type Saved = { id: number; message: string }

/** Saves one alert after the other; the recipients are asked to confirm with the first. */
function useSaveAll(rules: AlertRules | undefined, onSaved: (saved: Saved) => void) {
  const { t } = useTranslation()
  const utils = trpc.useUtils()
  const askIfSame = useAskIfSame()
  const save = trpc.userView.saveAlert.useMutation({ meta: { handled: true } })
  return async (values: HouseholdValues, clear: (saved: Member[]) => void) => {
    const alerts = rules ? alertsOf(values, rules) : []
    const saved: Member[] = []
    try {
      for (const { alert } of alerts) if (!(await askIfSame(alert))) return
      let first: Saved | undefined
      for (const { member, alert } of alerts) {
        const { content, message = '' } = await save.mutateAsync(alert)
        saved.push(member)
        // 'Alert saved.' and then what each recipient must do.
        const asked = message.split('  ').slice(1)
        first ??= { id: content.id, message: [t('household.saved', { count: alerts.length }), ...asked].join('  ') }
      }
      dropDraft(householdDraft)
      await Promise.all([utils.home.invalidate(), utils.userView.invalidate()])
      if (first) onSaved(first)
    } catch (error) {
      if (wantsLogin(error)) return goToLogin()
      clear(saved)
      await showMessage(
        'WARNING',
        [saved.length > 0 && t('household.partly', { count: saved.length }), messageOf(error)]
          .filter(Boolean)
          .join('  '),
      )
      await Promise.all([utils.home.invalidate(), utils.userView.invalidate()])
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
  const rules = start && rulesOf(start)
  const saveAll = useSaveAll(rules, setJust)
  const resend = useResend()
  const leave = () => {
    dropDraft(householdDraft)
    onClose()
  }
  if (just) return <SavedDialog message={just.message} alert={alert.data?.content} {...resend} onClose={leave} />
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
