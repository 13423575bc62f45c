import { useTranslation } from 'react-i18next'
import { FieldHelp } from '#client/components/form/field.tsx'
import { FormDialog } from '#client/components/form/form-dialog.tsx'
import { RestoredDraftBanner } from '#client/components/form/restored-draft-banner.tsx'
import { useAppForm } from '#client/components/form/use-app-form.ts'
import { useFormDraft } from '#client/components/form/use-form-draft.ts'
import type { FieldProblems } from '#shared/contract/errors.ts'
import type { AlertRules } from '#shared/domain/alert/alert.ts'
import { MatchingHelpButton } from '../form/match-description.tsx'
import { RecipientsStep } from '../form/recipients/recipients-step.tsx'
import { Step } from '../form/step.tsx'
import { HouseholdMember } from './household-member.tsx'
import {
  formProblems,
  type HouseholdFields,
  householdSchema,
  type HouseholdValues,
  offeredMembers,
  initialHousehold,
} from './household-values.ts'

/** The name of the draft, until it is saved or dropped (drafts.ts). */
export const householdDraft = 'household'

type HouseholdDialogProps = {
  rules: AlertRules
  /** The reader, who owns the draft and is prefilled. */
  reader: { userId: number; email: string; firstName: string; lastName: string }
  /** Saves all or none. */
  onSave: (values: HouseholdValues) => Promise<FieldProblems | void>
  onClose: () => void
}

/**
 * One form for several alerts: the reader, a spouse, a trust, a business and a parcel, all with the same recipients.
 */
export function HouseholdDialog({ rules, reader, onSave, onClose }: HouseholdDialogProps) {
  const { t } = useTranslation()
  const form = useAppForm<HouseholdFields, HouseholdValues>({
    schema: householdSchema,
    rule: (values) => formProblems(values, rules, t),
    defaultValues: initialHousehold({ firstName: reader.firstName, lastName: reader.lastName }, rules, reader.email),
  })
  const draft = useFormDraft(form, householdDraft, reader.userId)
  return (
    <FormDialog
      form={form}
      title={t('household.title')}
      description={t('household.description')}
      submit={t('alert.done')}
      onSubmit={onSave}
      onClose={onClose}
      className="gap-6"
    >
      {draft.hasDraft && <RestoredDraftBanner text={t('alert.kept')} onStartOver={draft.startOver} />}
      <Step number={1} title={t('household.watchTitle')}>
        <FieldHelp>{t('household.watchHelp')}</FieldHelp>
        {offeredMembers(rules).map((member) => (
          <HouseholdMember
            // Start over begins automatic width again, so it remounts the member.
            key={`${member.key} ${draft.hasDraft}`}
            member={member}
            isRestored={draft.hasDraft}
          />
        ))}
        <MatchingHelpButton />
      </Step>
      <RecipientsStep
        rules={rules}
        together
        alert={undefined}
        userId={reader.userId}
        onResend={undefined}
        resendingId={Number.NaN}
      />
    </FormDialog>
  )
}
