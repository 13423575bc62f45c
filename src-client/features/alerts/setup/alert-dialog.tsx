import { CirclePause, SearchX, Trash2 } from 'lucide-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { DialogFooter } from '#client/components/form/dialog-footer.tsx'
import { Button } from '#client/components/ui/button.tsx'
import { Dialog } from '#client/components/ui/dialog.tsx'
import { foundRecordDialog } from '#client/lib/navigation.ts'
import { useQueryParams } from '#client/lib/use-query-params.ts'
import type { AlertView } from '#shared/contract/alert-view.ts'
import { AlertFields, type AlertEditing, useAlertFields } from '../editor/alert-fields.tsx'
import { draftName, isSwitchedOff } from '../form/alert-form-values.ts'
import { AlertStatus } from '../status/alert-status.tsx'
import type { Suppression, AlertRecipient } from '../status/suppression-for.ts'

type AlertDialogProps = AlertEditing & {
  /** The reader, who owns the draft and is the first recipient of a new alert. */
  reader: { userId: number; email: string }
  suppressionFor: (question: AlertRecipient) => Suppression | undefined
  onClose: () => void
}

/** The status of a saved alert, a shortcut to the pause at the end of the form, and the link to report a record. */
function StatusLine({ alert, onPause }: { alert: AlertView; onPause: () => void }) {
  const { t } = useTranslation()
  const switchedOff = isSwitchedOff(alert)
  const { hrefWith } = useQueryParams()
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 lg:col-start-1">
      <AlertStatus alert={alert} />
      {!switchedOff && (
        <Button variant="quiet" size="small" onClick={onPause}>
          <CirclePause aria-hidden />
          {t(alert.pausedUntil ? 'alert.pauseChange' : 'alert.pauseOpen')}
        </Button>
      )}
      <Button variant="quiet" size="small" asChild>
        <Link href={hrefWith({ alert: '', [foundRecordDialog]: String(alert.id) })}>
          <SearchX aria-hidden />
          {t('foundRecord.open')}
        </Link>
      </Button>
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

/** Alert Setup, in a dialog. */
export function AlertDialog({ reader, suppressionFor, onClose, ...editing }: AlertDialogProps) {
  const { alert, onDelete } = editing
  const { t } = useTranslation()
  const formId = useId()
  const fields = useAlertFields({
    ...editing,
    draftName: draftName(alert?.id),
    readerId: reader.userId,
    owner: { email: reader.email },
  })
  const { isSubmitting, isDirty } = fields.form.formState

  return (
    <Dialog
      open
      size="large"
      onClose={onClose}
      changed={isDirty}
      title={t('alert.title')}
      description={t('alert.description')}
      footer={
        <DialogFooter formId={formId} submit={t('alert.done')} submitting={isSubmitting}>
          {alert && <DeleteButton onDelete={onDelete} />}
        </DialogFooter>
      }
    >
      <AlertFields
        fields={fields}
        id={formId}
        head={alert && <StatusLine alert={alert} onPause={() => fields.form.setFocus('pausedUntil')} />}
        userId={reader.userId}
        suppressionFor={alert && ((channel, item) => suppressionFor({ alertId: alert.id, channel, ...item }))}
      />
    </Dialog>
  )
}
