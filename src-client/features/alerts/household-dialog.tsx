import { useId } from 'react'
import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { FieldProblems } from '#shared/contract/errors.ts'
import { limits } from '#shared/contract/alert.ts'
import type { AlertRules } from '#shared/rules/alert.ts'
import { AlertPreviewLine } from '#client/components/alert-form/alert-preview.tsx'
import { RecipientsStep } from '#client/components/alert-form/recipients-step.tsx'
import { Step } from '#client/components/alert-form/step.tsx'
import { usePreview } from '#client/components/alert-form/use-preview.ts'
import { FindsBox, HowWeMatch } from '#client/components/alert-form/what-it-finds.tsx'
import { FieldHelp } from '#client/components/form/field.tsx'
import { DialogFoot } from '#client/components/form/dialog-foot.tsx'
import { Form } from '#client/components/form/form.tsx'
import { FieldPair } from '#client/components/form/form-section.tsx'
import { TextField } from '#client/components/form/text-field.tsx'
import { useAppForm } from '#client/components/form/use-app-form.ts'
import { useFormDraft } from '#client/components/form/use-form-draft.ts'
import { Banner } from '#client/components/ui/banner.tsx'
import { Dialog } from '#client/components/ui/dialog.tsx'
import {
  criteriaOf,
  formProblems,
  type HouseholdFields,
  householdSchema,
  type HouseholdValues,
  type Member,
  offeredMembers,
  startingHousehold,
} from './household-values.ts'

/** Names what was typed, until it is saved or let go (lib/drafts.ts). */
export const householdDraft = 'household'

const plain = { autoComplete: 'off', spellCheck: false }

/** What the alert of a member would find and not find, and what it would have found, once there is something to look for. */
function MemberFinds({ member }: { member: Member }) {
  const written = useWatch<HouseholdFields>({ name: `members.${member.key}` })
  const criteria = criteriaOf(member, written as Partial<Record<(typeof member.fields)[number], string>>)
  return (
    <>
      <FindsBox criteria={criteria} />
      <AlertPreviewLine state={usePreview(criteria)} type={member.alertType} />
    </>
  )
}

function MemberFields({ member }: { member: Member }) {
  const { t } = useTranslation()
  const { key, fields } = member
  const texts = fields.map((field) => (
    <TextField
      key={field}
      {...plain}
      name={`members.${key}.${field}`}
      label={t(`alert.${field}`)}
      maxLength={limits[field]}
    />
  ))
  return (
    <fieldset className="grid gap-3 rounded-md border border-border px-4 pt-1 pb-4">
      <legend className="-ms-1.5 px-1.5 text-lg font-semibold">{t(`household.members.${key}`)}</legend>
      <FieldHelp>{t(`household.memberHelp.${key}`)}</FieldHelp>
      {texts.length > 1 ? <FieldPair>{texts}</FieldPair> : texts}
      <MemberFinds member={member} />
    </fieldset>
  )
}

type HouseholdDialogProps = {
  rules: AlertRules
  /** Filled in, and whose unsaved words are kept. */
  reader: { userId: number; email: string; firstName: string; lastName: string }
  /** Saves all or none. */
  onSave: (values: HouseholdValues) => Promise<FieldProblems | void>
  onClose: () => void
}

/** From one form, an alert for oneself, a spouse, a trust, a business and a parcel, which all tell the same people. */
export function HouseholdDialog({ rules, reader, onSave, onClose }: HouseholdDialogProps) {
  const { t } = useTranslation()
  const formId = useId()
  const form = useAppForm<HouseholdFields, HouseholdValues>({
    schema: householdSchema,
    rule: (values) => formProblems(values, rules),
    defaultValues: startingHousehold({ firstName: reader.firstName, lastName: reader.lastName }, rules, reader.email),
  })
  const kept = useFormDraft(form, householdDraft, reader.userId)
  const { isSubmitting, isDirty } = form.formState
  return (
    <Dialog
      open
      onClose={onClose}
      changed={isDirty}
      title={t('household.title')}
      description={t('household.description')}
      foot={<DialogFoot formId={formId} submit={t('alert.done')} submitting={isSubmitting} />}
    >
      <Form id={formId} form={form} onSubmit={onSave} className="grid grid-cols-[minmax(0,1fr)] gap-6">
        {kept && <Banner>{t('alert.kept')}</Banner>}
        <Step number={1} title={t('household.watchTitle')}>
          <FieldHelp>{t('household.watchHelp')}</FieldHelp>
          {offeredMembers(rules).map((member) => (
            <MemberFields key={member.key} member={member} />
          ))}
          <HowWeMatch />
        </Step>
        <RecipientsStep
          rules={rules}
          alert={undefined}
          userId={reader.userId}
          onResend={undefined}
          resendingId={Number.NaN}
        />
      </Form>
    </Dialog>
  )
}
