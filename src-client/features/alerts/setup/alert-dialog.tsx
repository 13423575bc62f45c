import { CirclePause, Trash2 } from 'lucide-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { AlertView, Channel } from '#shared/contract/alert.ts'
import type { FieldProblems } from '#shared/contract/errors.ts'
import { type AlertRules, offeredAlertTypes } from '#shared/domain/alert/alert.ts'
import { useAlertForm, useWrittenCriteria, useSuggestedName } from '../form/use-alert-form.ts'
import { DialogFooter } from '#client/components/form/dialog-footer.tsx'
import { Form } from '#client/components/form/form.tsx'
import { RestoredDraftBanner } from '#client/components/form/restored-draft-banner.tsx'
import { useFormDraft } from '#client/components/form/use-form-draft.ts'
import { AlertStatus } from '../status/alert-status.tsx'
import { Button } from '#client/components/ui/button.tsx'
import { Dialog } from '#client/components/ui/dialog.tsx'
import { type AlertFormValues, draftName, isSwitchedOff } from '../form/alert-form-values.ts'
import { AlertPreviewPanel } from '../form/alert-preview.tsx'
import { NameStep } from '../form/name-step.tsx'
import { RecipientsStep } from '../form/recipients/recipients-step.tsx'
import { usePreview } from '../form/use-preview.ts'
import { CriteriaStep } from '../form/criteria-step.tsx'
import type { Suppression, AlertRecipient } from '../status/suppression-for.ts'

type AlertDialogProps = {
  /** The alert to change; absent for a new one. */
  alert: AlertView | undefined
  /** The version of the loaded record. */
  version: number | undefined
  rules: AlertRules
  /** The reader, who owns the draft and is the first recipient of a new alert. */
  reader: { userId: number; email: string }
  onSave: (values: AlertFormValues) => Promise<FieldProblems | void>
  /** Drops what was typed and loads the saved alert. */
  onLoad: () => void
  onDelete: () => void
  onResend: (channel: Channel, recipientId: number) => void
  /** The recipient of the message being sent again; NaN if none. */
  resendingId: number
  suppressionFor: (question: AlertRecipient) => Suppression | undefined
  onClose: () => void
}

/** The status of a saved alert, and a shortcut to the pause at the end of the form. */
function StatusLine({ alert, onPause }: { alert: AlertView; onPause: () => void }) {
  const { t } = useTranslation()
  const switchedOff = isSwitchedOff(alert)
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 lg:col-start-1">
      <AlertStatus alert={alert} />
      {!switchedOff && (
        <Button variant="quiet" size="small" onClick={onPause}>
          <CirclePause aria-hidden />
          {t(alert.pausedUntil ? 'alert.pauseChange' : 'alert.pauseOpen')}
        </Button>
      )}
    </div>
  )
}

function DeleteButton({ onDelete }: Pick<AlertDialogProps, 'onDelete'>) {
  const { t } = useTranslation()
  return (
    <Button variant="dangerQuiet" className="me-auto" onClick={onDelete}>
      <Trash2 aria-hidden />
      {t('alert.delete')}
    </Button>
  )
}

/** Alert Setup: three numbered steps on one page, beside a preview of the matches. */
export function AlertDialog(props: AlertDialogProps) {
  const { alert, version, rules, reader, onSave, onLoad, onDelete, onResend, resendingId, suppressionFor } = props
  const { t } = useTranslation()
  const formId = useId()
  const form = useAlertForm({ alert, rules, ownEmail: reader.email })
  const criteria = useWrittenCriteria(form)
  const preview = usePreview(criteria)
  const { isSubmitting, isDirty } = form.formState
  const draft = useFormDraft(form, draftName(alert?.id), reader.userId, version)
  useSuggestedName(form, criteria, alert !== undefined)

  return (
    <Dialog
      open
      size="large"
      onClose={props.onClose}
      changed={isDirty}
      title={t('alert.title')}
      description={t('alert.description')}
      footer={
        <DialogFooter formId={formId} submit={t('alert.done')} submitting={isSubmitting}>
          {alert && <DeleteButton onDelete={onDelete} />}
        </DialogFooter>
      }
    >
      <Form
        id={formId}
        form={form}
        onSubmit={onSave}
        className="grid grid-cols-[minmax(0,1fr)] gap-6 lg:grid-rows-[auto_auto_auto_auto_1fr] lg:grid-cols-[minmax(0,1fr)_clamp(18rem,30vw,24rem)] lg:gap-x-8"
      >
        {alert && <StatusLine alert={alert} onPause={() => form.setFocus('pausedUntil')} />}
        {draft.hasDraft && (
          <RestoredDraftBanner
            className="lg:col-start-1"
            text={t('alert.kept')}
            onStartOver={alert ? onLoad : draft.startOver}
          />
        )}
        <CriteriaStep
          offered={offeredAlertTypes(rules.alertSettings)}
          existing={alert !== undefined}
          criteria={criteria}
          counts={preview.kind === 'found' ? preview.preview.variantCounts : undefined}
        />
        <AlertPreviewPanel state={preview} type={criteria.alertType} />
        <RecipientsStep
          rules={rules}
          alert={alert}
          userId={reader.userId}
          onResend={alert && onResend}
          resendingId={resendingId}
          suppressionFor={alert && ((channel, item) => suppressionFor({ alertId: alert.id, channel, ...item }))}
        />
        <NameStep existing={alert !== undefined} />
      </Form>
    </Dialog>
  )
}
