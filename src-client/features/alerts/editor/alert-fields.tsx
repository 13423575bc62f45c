import type { ReactNode } from 'react'
import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Form } from '#client/components/form/form.tsx'
import { RestoredDraftBanner } from '#client/components/form/restored-draft-banner.tsx'
import { useFormDraft } from '#client/components/form/use-form-draft.ts'
import type { ExceptionView } from '#shared/contract/alert-exception.ts'
import type { AlertView } from '#shared/contract/alert-view.ts'
import type { AlertInput, Channel } from '#shared/contract/alert.ts'
import type { FieldProblems } from '#shared/contract/errors.ts'
import { offeredAlertTypes } from '#shared/domain/alert/alert-types.ts'
import type { AlertRules } from '#shared/domain/alert/alert.ts'
import { type AlertFormValues, type NewAlertOwner, toAlertInputs } from '../form/alert-form-values.ts'
import { AlertPreviewPanel } from '../form/alert-preview.tsx'
import { CriteriaStep } from '../form/criteria-step.tsx'
import { NameStep } from '../form/name-step.tsx'
import { ParcelPreviews } from '../form/parcel-previews.tsx'
import type { Reader } from '../form/reader-texts.ts'
import { RecipientsStep } from '../form/recipients/recipients-step.tsx'
import { useAlertForm, useFoundProperties, useWrittenCriteria, useSuggestedName } from '../form/use-alert-form.ts'
import { useAutomaticWidth } from '../form/use-automatic-width.ts'
import { usePreview } from '../form/use-preview.ts'
import { useTakenNames } from '../form/use-taken-names.ts'
import type { Suppression } from '../status/suppression-for.ts'
import { AlertExceptions } from './alert-exceptions.tsx'

/** An alert being edited, as its page or dialog loaded it, and what its form can do. */
export type AlertEditing = {
  /** The alert to change; absent for a new one. */
  alert: AlertView | undefined
  /** The version of the loaded record. */
  version: number | undefined
  rules: AlertRules
  /** What 'This is not about me' left out of it. */
  exceptions: readonly ExceptionView[]
  onRemoveException: (exception: ExceptionView) => void
  /** One alert, or one for each of several parcels. */
  onSave: (alerts: [AlertInput, ...AlertInput[]]) => Promise<FieldProblems | void>
  /** Drops what was typed and loads the saved alert. */
  onLoad: () => void
  onDelete: () => void
  onResend: (channel: Channel, recipientId: number) => void
  /** The recipient whose message is being resent; NaN if none. */
  resendingId: number
}

type FormOptions = AlertEditing & {
  /** The name of the draft, and the reader, who owns it. */
  draftName: string
  readerId: number
  owner: NewAlertOwner
  alsoAsked?: (values: AlertFormValues) => FieldProblems
  byStaff?: boolean
}

/** The form of an alert: with a draft, a preview of its matches, and a suggested nickname. */
export function useAlertFields(editing: FormOptions) {
  const { alert, version, draftName, readerId, byStaff } = editing
  const form = useAlertForm(editing)
  const criteria = useWrittenCriteria(form)
  const found = useFoundProperties(form)
  const properties = criteria.alertType === 'PARCEL_ID' ? found : []
  const userId = Number(useWatch({ control: form.control, name: 'userId' })) || undefined
  const taken = useTakenNames({ byStaff, userId }, alert === undefined && properties.length > 0)
  const preview = usePreview(criteria, { alertId: alert?.id, byStaff })
  const draft = useFormDraft(form, draftName, readerId, version)
  useSuggestedName(form, criteria, alert !== undefined, { properties, taken })
  const automatic = useAutomaticWidth({
    criteria,
    preview,
    isNew: alert === undefined,
    isRestored: draft.hasDraft,
    setInitial: (variant, on) => form.resetField(`variants.${variant}`, { defaultValue: on }),
  })
  return { editing, form, criteria, properties, taken, preview, draft, automatic }
}

type AlertFieldsProps = {
  fields: ReturnType<typeof useAlertFields>
  id?: string
  /** Shown first, such as a saved alert's status. */
  head?: ReactNode
  /** The field that chooses the alert's owner. */
  owner?: ReactNode
  /** Whose addresses the look-ups offer. */
  userId: number | undefined
  byStaff?: boolean
  suppressionFor: ((channel: Channel, recipient: { id: number; value: string }) => Suppression | undefined) | undefined
  /** Buttons at the end. */
  children?: ReactNode
}

/** What the alert would have found, or each of several parcels' alerts. */
function Preview({
  fields: { preview, criteria },
  parcels,
  byStaff,
}: Reader & { fields: AlertFieldsProps['fields']; parcels: readonly string[] }) {
  if (parcels.length < 2)
    return (
      <AlertPreviewPanel state={preview} type={criteria.alertType} byStaff={byStaff} byAddress={parcels.length > 0} />
    )
  return (
    <ParcelPreviews
      parcelIds={parcels}
      byStaff={byStaff}
      className="grid content-start gap-3 self-start rounded-lg bg-accent px-4.5 py-4 text-accent-foreground lg:sticky lg:top-0 lg:col-start-2 lg:row-span-5 lg:row-start-1"
    />
  )
}

/** The form of an alert: three numbered steps, next to a preview of the matches. */
export function AlertFields(props: AlertFieldsProps) {
  const { fields, id, head, owner, userId, byStaff, suppressionFor, children } = props
  const { editing, form, criteria, properties, taken, preview, draft, automatic } = fields
  const { alert, rules, onSave, onLoad, onResend, resendingId } = editing
  const { t } = useTranslation()
  const parcels = properties.map(({ parcelId }) => parcelId)
  const startOver = () => {
    draft.startOver()
    automatic.restart()
  }
  return (
    <Form
      {...(id && { id })}
      form={form}
      onSubmit={(values) => onSave(toAlertInputs(values, taken))}
      className="grid grid-cols-[minmax(0,1fr)] gap-6 lg:grid-rows-[auto_auto_auto_auto_1fr] lg:grid-cols-[minmax(0,1fr)_clamp(18rem,30vw,24rem)] lg:gap-x-8"
    >
      {head}
      {draft.hasDraft && (
        <RestoredDraftBanner
          className="lg:col-start-1"
          text={t('alert.kept')}
          onStartOver={alert ? onLoad : startOver}
        />
      )}
      {owner}
      <CriteriaStep
        {...(byStaff && { title: t('alertAdmin.entry.criteria'), byStaff })}
        offered={offeredAlertTypes(rules.alertSettings)}
        existing={alert !== undefined}
        criteria={criteria}
        parcels={parcels}
        counts={preview.kind === 'found' ? preview.preview : undefined}
        automatic={automatic}
        userId={userId}
      >
        <AlertExceptions exceptions={editing.exceptions} onRemove={editing.onRemoveException} />
      </CriteriaStep>
      <Preview fields={fields} parcels={parcels} byStaff={byStaff} />
      <RecipientsStep
        {...(byStaff && { title: t('alertAdmin.entry.recipients'), byStaff })}
        rules={rules}
        alert={alert}
        userId={userId}
        onResend={alert && onResend}
        resendingId={resendingId}
        suppressionFor={suppressionFor}
      />
      <NameStep existing={alert !== undefined} parcels={properties.length} byStaff={byStaff} />
      {children}
    </Form>
  )
}
