import type { AlertView } from '#shared/contract/alert-view.ts'
import { flattenCriteria } from '#shared/contract/alert.ts'
import type { FieldProblems } from '#shared/contract/errors.ts'
import { formatCriteria } from '#shared/domain/alert/alert-types.ts'
import { dropDraft } from '#client/lib/drafts.ts'
import { submit } from '#client/lib/api/submit.ts'
import type { AlertFormValues } from '../form/alert-form-values.ts'
import { useConfirmDuplicate } from '../form/use-confirm-duplicate.ts'
import { useResend } from '../status/use-resend.ts'
import { confirmAlertDeletion } from './confirm-alert-deletion.ts'

type AlertInput = ReturnType<typeof flattenCriteria<AlertFormValues>>
type Outcome = { message?: string | undefined }

type ActionOptions<Saved> = {
  /** The alert to change; absent for a new one. */
  alert: AlertView | undefined
  /** The version that the form began with. */
  version: number | undefined
  /** The name of the form's draft, which is dropped once the alert is saved or deleted. */
  draft: string
  byStaff?: boolean
  save: (input: AlertInput & { version: number | undefined }) => Promise<Saved>
  onSaved: (saved: Saved) => Promise<void>
  /** Loads the alert as somebody else saved it. */
  onOutdated: () => Promise<void>
  isDeleting: boolean
  deleteQuestion: (alert: AlertView) => string
  /** Its mutation's error is shown by trpc.ts. */
  remove: (alert: AlertView) => Promise<Outcome>
  onDeleted: (outcome: Outcome) => Promise<void>
}

/** Save, delete and resend, with their messages. */
export function useAlertActions<Saved>(options: ActionOptions<Saved>) {
  const { alert, version, draft, byStaff = false } = options
  const confirmDuplicate = useConfirmDuplicate({ byStaff })
  return {
    ...useResend(),
    onSave: (values: AlertFormValues): Promise<FieldProblems | void> =>
      submit(
        async () => {
          // The check for duplicates already ran when these criteria were first saved for this user.
          const isSame = alert && formatCriteria(values.criteria) === alert.criteria && values.userId === alert.userId
          if (!isSame && !(await confirmDuplicate([values]))) return
          const saved = await options.save({ ...flattenCriteria(values), version })
          dropDraft(draft)
          await options.onSaved(saved)
        },
        { onOutdated: options.onOutdated },
      ),
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
