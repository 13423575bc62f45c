import { Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import type { AlertStop } from '#server/features/recipients/alert-suppressions.queries.ts'
import type { AlertView, Channel } from '#shared/contract/alert.ts'
import type { FieldProblems } from '#shared/contract/errors.ts'
import { messages } from '#shared/contract/messages.ts'
import { type AlertRules, offeredAlertTypes } from '#shared/domain/alert/alert.ts'
import { type AlertFormValues, draftName } from '../form/alert-form-values.ts'
import { AlertPreviewPanel } from '../form/alert-preview.tsx'
import { NameStep } from '../form/name-step.tsx'
import { RecipientsStep } from '../form/recipients/recipients-step.tsx'
import { useAlertForm, useAlertValues, useSuggestedName } from '../form/use-alert-form.ts'
import { usePreview } from '../form/use-preview.ts'
import { WatchStep } from '../form/criteria-step.tsx'
import { Form } from '#client/components/form/form.tsx'
import { KeptDraft } from '#client/components/form/restored-draft-banner.tsx'
import { useFormDraft } from '#client/components/form/use-form-draft.ts'
import { Button } from '#client/components/ui/button.tsx'
import { Card } from '#client/components/ui/card.tsx'
import { dropDraft } from '#client/lib/drafts.ts'
import { useLeaveGuard } from '#client/lib/dialogs/leave-guard.ts'
import type { Stop } from '../status/suppression-for.ts'
import { UserField } from './user-field.tsx'

/** Names what was typed of an alert here, apart from the reader's own Alert Setup. */
export const panelDraft = (id: number | undefined): string => `panel ${draftName(id)}`

const userWanted = ({ userId }: AlertFormValues): FieldProblems => (userId ? {} : { userId: messages.required })

type AlertEntryFormProps = {
  /** The alert to change; absent for a new one. */
  alert: AlertView | undefined
  /** Why some of its recipients get nothing. */
  stops: readonly AlertStop[]
  /** Of what is loaded. */
  version: number | undefined
  rules: AlertRules
  /** The administrator, whose unsaved words are kept. */
  readerId: number
  list: string
  /** Saved: nothing is left to be lost. */
  saved: boolean
  onSave: (values: AlertFormValues) => Promise<FieldProblems | void>
  /** The alert is wanted as saved by now: what was typed is given up. */
  onLoad: () => void
  onDelete: () => void
  onResend: (channel: Channel, recipientId: number) => void
  resendingId: number
}

/** What stands against telling a recipient of the alert, in the words of Emails and Phones. */
function useStopOf(stops: readonly AlertStop[]) {
  const { t } = useTranslation()
  const say = (reason: AlertStop['reason']): string => {
    if (reason === 'alert') return t('alertAdmin.entry.stoppedAlone')
    const why = t('support.stops.stopped', { reason: t(`support.stops.reasons.${reason}`) })
    // That of the phone's holder is not for staff to undo.
    return reason === 'stop' ? why : `${why} ${t('alertAdmin.entry.undoStop')}`
  }
  return (channel: Channel, { id }: { id: number }): Stop | undefined => {
    const stop = stops.find((one) => one.channel === channel && one.id === id)
    return stop && { message: say(stop.reason), canUndo: false }
  }
}

/** The alert of a user, as an administrator writes it: whose it is, then the same three steps as the resident's, by their names in the panel. */
export function AlertEntryForm(props: AlertEntryFormProps) {
  const { alert, stops, version, rules, readerId, list, saved, onSave, onLoad, onDelete, onResend, resendingId } = props
  const { t } = useTranslation()
  const form = useAlertForm({ alert, rules, ownEmail: '', alsoAsked: userWanted })
  const values = useAlertValues(form)
  const stopOf = useStopOf(stops)
  const preview = usePreview(values)
  const { isSubmitting, isDirty } = form.formState
  const draft = useFormDraft(form, panelDraft(alert?.id), readerId, version)
  useSuggestedName(form, values, alert !== undefined)
  useLeaveGuard(isDirty && !saved, () => dropDraft(panelDraft(alert?.id)))

  return (
    <Card title={alert?.name ?? t('alertAdmin.entry.new')}>
      <Form
        form={form}
        onSubmit={onSave}
        className="grid grid-cols-[minmax(0,1fr)] gap-6 lg:grid-rows-[auto_auto_auto_auto_1fr] lg:grid-cols-[minmax(0,1fr)_clamp(18rem,30vw,24rem)] lg:gap-x-8"
      >
        {draft.kept && (
          <KeptDraft className="lg:col-start-1" text={t('alert.kept')} onStartOver={alert ? onLoad : draft.startOver} />
        )}
        <UserField saved={alert?.username ?? ''} />
        <WatchStep
          title={t('alertAdmin.entry.criteria')}
          offered={offeredAlertTypes(rules.alertSettings)}
          existing={alert !== undefined}
          counts={preview.kind === 'found' ? preview.preview.variantCounts : undefined}
        />
        <AlertPreviewPanel state={preview} type={values.alertType} />
        <RecipientsStep
          title={t('alertAdmin.entry.recipients')}
          rules={rules}
          alert={alert}
          userId={values.userId ?? undefined}
          byStaff
          stopOf={stopOf}
          onResend={alert && onResend}
          resendingId={resendingId}
        />
        <NameStep existing={alert !== undefined} />
        <div className="flex flex-wrap gap-3 lg:col-start-1 max-sm:[&>*]:w-full">
          <Button type="submit" busy={isSubmitting && t('form.saving')}>
            {t('alert.done')}
          </Button>
          <Button variant="secondary" asChild>
            <Link href={list}>{t('list.back')}</Link>
          </Button>
          {alert && (
            <Button variant="dangerQuiet" className="sm:ms-auto" onClick={onDelete}>
              <Trash2 aria-hidden />
              {t('alert.delete')}
            </Button>
          )}
        </div>
      </Form>
    </Card>
  )
}
