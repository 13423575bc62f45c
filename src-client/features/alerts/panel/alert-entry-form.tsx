import { Trash2 } from 'lucide-react'
import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import type { AlertSuppression } from '#server/features/recipients/alert-suppressions.queries.ts'
import type { AlertView, Channel } from '#shared/contract/alert.ts'
import type { FieldProblems } from '#shared/contract/errors.ts'
import { messages } from '#shared/contract/messages.ts'
import { type AlertRules, offeredAlertTypes } from '#shared/domain/alert/alert.ts'
import { type AlertFormValues, draftName } from '../form/alert-form-values.ts'
import { AlertPreviewPanel } from '../form/alert-preview.tsx'
import { NameStep } from '../form/name-step.tsx'
import { RecipientsStep } from '../form/recipients/recipients-step.tsx'
import { useAlertForm, useWrittenCriteria, useSuggestedName } from '../form/use-alert-form.ts'
import { usePreview } from '../form/use-preview.ts'
import { CriteriaStep } from '../form/criteria-step.tsx'
import { Form } from '#client/components/form/form.tsx'
import { RestoredDraftBanner } from '#client/components/form/restored-draft-banner.tsx'
import { useFormDraft } from '#client/components/form/use-form-draft.ts'
import { Button } from '#client/components/ui/button.tsx'
import { Card } from '#client/components/ui/card.tsx'
import { dropDraft } from '#client/lib/drafts.ts'
import { useLeaveGuard } from '#client/lib/dialogs/leave-guard.ts'
import type { Suppression } from '../status/suppression-for.ts'
import { UserField } from './user-field.tsx'

/** The name of an alert's draft in the panel, apart from the reader's own Alert Setup. */
export const panelDraftName = (id: number | undefined): string => `panel ${draftName(id)}`

const requireUser = ({ userId }: AlertFormValues): FieldProblems => (userId ? {} : { userId: messages.required })

type AlertEntryFormProps = {
  /** The alert to change; absent for a new one. */
  alert: AlertView | undefined
  /** Why some of its recipients get nothing. */
  suppressions: readonly AlertSuppression[]
  /** The version of the loaded record. */
  version: number | undefined
  rules: AlertRules
  /** The administrator, who owns the draft. */
  readerId: number
  list: string
  /** True after saving, when nothing can be lost. */
  saved: boolean
  onSave: (values: AlertFormValues) => Promise<FieldProblems | void>
  /** Drops what was typed and loads the saved alert. */
  onLoad: () => void
  onDelete: () => void
  onResend: (channel: Channel, recipientId: number) => void
  resendingId: number
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
export function AlertEntryForm(props: AlertEntryFormProps) {
  const { alert, suppressions, version, rules, readerId, saved, onSave, onLoad, onResend, resendingId } = props
  const { t } = useTranslation()
  const form = useAlertForm({ alert, rules, ownEmail: '', alsoAsked: requireUser })
  const criteria = useWrittenCriteria(form)
  const userId = useWatch({ control: form.control, name: 'userId' })
  const suppressionFor = useSuppressionFor(suppressions)
  const preview = usePreview(criteria)
  const { isSubmitting, isDirty } = form.formState
  const draft = useFormDraft(form, panelDraftName(alert?.id), readerId, version)
  useSuggestedName(form, criteria, alert !== undefined)
  useLeaveGuard(isDirty && !saved, () => dropDraft(panelDraftName(alert?.id)))

  return (
    <Card title={alert?.name ?? t('alertAdmin.entry.new')}>
      <Form
        form={form}
        onSubmit={onSave}
        className="grid grid-cols-[minmax(0,1fr)] gap-6 lg:grid-rows-[auto_auto_auto_auto_1fr] lg:grid-cols-[minmax(0,1fr)_clamp(18rem,30vw,24rem)] lg:gap-x-8"
      >
        {draft.hasDraft && (
          <RestoredDraftBanner
            className="lg:col-start-1"
            text={t('alert.kept')}
            onStartOver={alert ? onLoad : draft.startOver}
          />
        )}
        <UserField saved={alert?.username ?? ''} />
        <CriteriaStep
          title={t('alertAdmin.entry.criteria')}
          offered={offeredAlertTypes(rules.alertSettings)}
          existing={alert !== undefined}
          criteria={criteria}
          counts={preview.kind === 'found' ? preview.preview.variantCounts : undefined}
        />
        <AlertPreviewPanel state={preview} type={criteria.alertType} />
        <RecipientsStep
          title={t('alertAdmin.entry.recipients')}
          rules={rules}
          alert={alert}
          userId={Number(userId) || undefined}
          byStaff
          suppressionFor={suppressionFor}
          onResend={alert && onResend}
          resendingId={resendingId}
        />
        <NameStep existing={alert !== undefined} />
        <Buttons existing={alert !== undefined} list={props.list} saving={isSubmitting} onDelete={props.onDelete} />
      </Form>
    </Card>
  )
}
