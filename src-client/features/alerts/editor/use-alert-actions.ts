import { submit } from '#client/lib/api/submit.ts'
import { dropDraft } from '#client/lib/drafts.ts'
import type { AlertView } from '#shared/contract/alert-view.ts'
import { type AlertInput, flattenCriteria } from '#shared/contract/alert.ts'
import type { FieldProblems } from '#shared/contract/errors.ts'
import { formatCriteria } from '#shared/domain/alert/alert-types.ts'
import { useSaveOnce } from '../form/use-save-once.ts'
import { useResend } from '../status/use-resend.ts'
import { confirmAlertDeletion } from './confirm-alert-deletion.ts'

type FlatAlert = ReturnType<typeof flattenCriteria<AlertInput>>
type Outcome = { message?: string | undefined }

type ActionOptions<Saved> = {
  /** The alert to change; absent for a new one. */
  alert: AlertView | undefined
  /** The version that the form began with. */
  version: number | undefined
  /** The name of the form's draft, which is dropped once the alert is saved or deleted. */
  draft: string
  byStaff?: boolean
  save: (input: FlatAlert & { version: number | undefined }) => Promise<Saved>
  /** Saves several new alerts, or none. */
  saveAll: (alerts: FlatAlert[]) => Promise<Saved>
  /** What a save answers, for alerts that were saved while its answer was lost. */
  recover: (ids: number[]) => Saved
  onSaved: (saved: Saved) => Promise<void>
  /** Loads the alert as another person saved it. */
  onOutdated: () => Promise<void>
  isDeleting: boolean
  deleteQuestion: (alert: AlertView) => string
  /** Its mutation's error is shown by trpc.ts. */
  remove: (alert: AlertView) => Promise<Outcome>
  onDeleted: (outcome: Outcome) => Promise<void>
}

/** The alerts of several parcels come from the same fields: 'alerts.1.name' is at the name. */
const toFormFields = (problems: FieldProblems): FieldProblems =>
  Object.fromEntries(
    Object.entries(problems).map(([field, problem]) => [field.replace(/^alerts\.\d+\./, ''), problem]),
  ) as FieldProblems

/** Save, delete and resend, with their messages. */
export function useAlertActions<Saved>(options: ActionOptions<Saved>) {
  const { alert, version, draft, byStaff = false } = options
  const saveOnce = useSaveOnce({ byStaff })
  return {
    ...useResend(),
    onSave: async (alerts: [AlertInput, ...AlertInput[]]): Promise<FieldProblems | void> => {
      const [first] = alerts
      const problems = await submit(
        async () => {
          // The check for duplicates already ran when these criteria were first saved for this user.
          const isSame = alert && formatCriteria(first.criteria) === alert.criteria && first.userId === alert.userId
          const save = () =>
            alerts.length > 1
              ? options.saveAll(alerts.map(flattenCriteria))
              : options.save({ ...flattenCriteria(first), version })
          const saved = isSame ? await save() : await saveOnce(alerts, save, options.recover)
          if (!saved) return
          dropDraft(draft)
          await options.onSaved(saved)
        },
        { onOutdated: options.onOutdated },
      )
      return problems && toFormFields(problems)
    },
    onDelete: async () => {
      if (!alert || options.isDeleting) return
      if (!(await confirmAlertDeletion(options.deleteQuestion(alert), alert))) return
      const deleted = await options.remove(alert).catch(() => undefined)
      if (!deleted) return
      dropDraft(draft)
      await options.onDeleted(deleted)
    },
  }
}
