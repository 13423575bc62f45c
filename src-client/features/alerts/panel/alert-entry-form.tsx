import { Trash2 } from 'lucide-react'
import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { Button } from '#client/components/ui/button.tsx'
import { Card } from '#client/components/ui/card.tsx'
import { useLeaveGuard } from '#client/lib/dialogs/leave-guard.ts'
import type { AlertSuppression } from '#server/features/recipients/alert-suppressions.queries.ts'
import type { Channel } from '#shared/contract/alert.ts'
import type { FieldProblems } from '#shared/contract/errors.ts'
import { messages } from '#shared/contract/messages.ts'
import type { ManagedUser } from '#shared/contract/user-manager.ts'
import { AlertFields, type AlertEditing, useAlertFields } from '../editor/alert-fields.tsx'
import { type AlertFormValues, draftName } from '../form/alert-form-values.ts'
import type { Suppression } from '../status/suppression-for.ts'
import { UserField } from './user-field.tsx'

/** The name of an alert's draft in the panel, apart from the reader's own Alert Setup. */
export const panelDraftName = (id: number | undefined, ownerId: number | undefined): string =>
  `panel ${draftName(id)}${ownerId === undefined ? '' : ` of ${ownerId}`}`

const requireUser = ({ userId }: AlertFormValues): FieldProblems => (userId ? {} : { userId: messages.required })

type AlertEntryFormProps = AlertEditing & {
  /** Why some of its recipients get nothing. */
  suppressions: readonly AlertSuppression[]
  /** The administrator, who owns the draft. */
  readerId: number
  /** The user whose list it was opened from; absent if none is chosen. */
  newFor: ManagedUser | undefined
  draftName: string
  list: string
  /** True after saving, when nothing can be lost. */
  saved: boolean
}

/** Why a recipient of the alert gets nothing, with the texts of Emails and Phones. */
function useSuppressionFor(stops: readonly AlertSuppression[]) {
  const { t } = useTranslation()
  const formatReason = (reason: AlertSuppression['reason']): string => {
    if (reason === 'alert') return t('alertAdmin.entry.stoppedAlone')
    const why = t('support.stops.stopped', { reason: t(`support.stops.reasons.${reason}`) })
    // Staff cannot undo a STOP from the phone's owner.
    return reason === 'stop' ? why : `${why} ${t('alertAdmin.entry.undoStop')}`
  }
  return (channel: Channel, { id }: { id: number }): Suppression | undefined => {
    const suppression = stops.find((item) => item.channel === channel && item.id === id)
    return suppression && { message: formatReason(suppression.reason), canUndo: false }
  }
}

type ButtonsProps = Pick<AlertEntryFormProps, 'list' | 'onDelete'> & { existing: boolean; saving: boolean }

function Buttons({ existing, list, saving, onDelete }: ButtonsProps) {
  const { t } = useTranslation()
  return (
    <div className="flex flex-wrap gap-3 lg:col-start-1 max-sm:[&>*]:w-full">
      <Button type="submit" busy={saving && t('form.saving')}>
        {t('alert.done')}
      </Button>
      <Button variant="secondary" asChild>
        <Link href={list}>{t('list.back')}</Link>
      </Button>
      {existing && (
        <Button variant="dangerQuiet" className="sm:ms-auto" onClick={onDelete}>
          <Trash2 aria-hidden />
          {t('alert.delete')}
        </Button>
      )}
    </div>
  )
}

/**
 * An administrator's form for a user's alert: the user, and then the resident's three steps under the panel's names.
 */
export function AlertEntryForm({ suppressions, newFor, list, saved, ...editing }: AlertEntryFormProps) {
  const { alert, draftName: name, onDelete } = editing
  const { t } = useTranslation()
  const owner = newFor ? { userId: newFor.id, email: newFor.email } : { email: '' }
  const fields = useAlertFields({ ...editing, owner, alsoAsked: requireUser, byStaff: true })
  const { isSubmitting, isDirty } = fields.form.formState
  const userId = useWatch({ control: fields.form.control, name: 'userId' })
  useLeaveGuard(isDirty && !saved, { draft: name })

  return (
    <Card title={alert?.name ?? t('alertAdmin.entry.new')}>
      <AlertFields
        fields={fields}
        owner={<UserField saved={alert?.username ?? newFor?.username ?? ''} />}
        userId={Number(userId) || undefined}
        byStaff
        suppressionFor={useSuppressionFor(suppressions)}
      >
        <Buttons existing={alert !== undefined} list={list} saving={isSubmitting} onDelete={onDelete} />
      </AlertFields>
    </Card>
  )
}
