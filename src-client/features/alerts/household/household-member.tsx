import { useFormContext, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { TextField } from '#client/components/form/text-field.tsx'
import { Disclosure } from '#client/components/ui/disclosure.tsx'
import { cn } from '#client/lib/cn.ts'
import { criteriaFields, limits } from '#shared/contract/alert.ts'
import { AlertPreviewLine, AlertPreviewRecords } from '../form/alert-preview.tsx'
import { AutomaticWidthLine } from '../form/automatic-width-line.tsx'
import { describeMatch } from '../form/describe-match.ts'
import { FormerLastNameField } from '../form/former-last-name-field.tsx'
import { MatchSentences } from '../form/match-description.tsx'
import { MatchOptionFields } from '../form/match-option-fields.tsx'
import { ParcelField } from '../form/parcel-field.tsx'
import { ParcelPreviews } from '../form/parcel-previews.tsx'
import { useAutomaticWidth } from '../form/use-automatic-width.ts'
import { usePreview } from '../form/use-preview.ts'
import { memberCriteria, type HouseholdFields, type Member, type MemberInput } from './household-values.ts'

type MemberProps = {
  member: Member
  /** Whether the form shows a draft. */
  isRestored: boolean
}

/** How many past records a member's alert would have found; on request, which ones, and what it matches. */
function MemberMatches({ member, isRestored }: MemberProps) {
  const { t } = useTranslation()
  const { key, alertType: type } = member
  const { resetField } = useFormContext<HouseholdFields>()
  const written: MemberInput = useWatch<HouseholdFields, `members.${typeof key}`>({ name: `members.${key}` })
  const criteria = memberCriteria(member, written)
  const preview = usePreview(criteria)
  const automatic = useAutomaticWidth({
    criteria,
    preview,
    isNew: true,
    isRestored,
    setInitial: (variant, on) => resetField(`members.${key}.variants.${variant}`, { defaultValue: on }),
  })
  if (!describeMatch(criteria, t)) return null
  if (written.properties && written.properties.length > 1)
    return <ParcelPreviews parcelIds={written.properties.map(({ parcelId }) => parcelId)} className="grid gap-2" />
  const counts = preview.kind === 'found' ? preview.preview : undefined
  const path = `members.${key}.`
  return (
    <div className="grid grid-cols-[minmax(0,1fr)]">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
        <AlertPreviewLine state={preview} type={type} />
        <AutomaticWidthLine automatic={automatic} whose={key === 'self' ? 'own' : 'other'} short />
      </div>
      <Disclosure summary={t('household.finds')}>
        <MatchSentences criteria={criteria} />
        {type === 'NAME' && <FormerLastNameField path={path} added={counts?.variantCounts.formerLastName} />}
        <MatchOptionFields type={type} counts={counts} path={path} onChosen={automatic.stop} />
        <AlertPreviewRecords state={preview} type={type} />
      </Disclosure>
    </div>
  )
}

/** A person or thing that the household watches. */
export function HouseholdMember({ member, isRestored }: MemberProps) {
  const { t } = useTranslation()
  const { key, alertType } = member
  const fields = criteriaFields[alertType].map((field) => (
    <TextField
      key={field}
      autoComplete="off"
      spellCheck={false}
      name={`members.${key}.${field}`}
      label={t(`alert.${field}`)}
      maxLength={limits[field]}
    />
  ))
  return (
    <fieldset className="grid gap-3 rounded-md border border-border px-4 pt-1 pb-4 has-[details]:pb-1">
      <legend className="-ms-1.5 px-1.5 text-lg font-semibold">{t(`household.members.${key}`)}</legend>
      {alertType === 'PARCEL_ID' ? (
        <ParcelField path={`members.${key}.`} isMember />
      ) : (
        <div className={cn('grid grid-cols-[minmax(0,1fr)] gap-3', fields.length > 1 && 'sm:grid-cols-2 sm:gap-5')}>
          {fields}
        </div>
      )}
      <MemberMatches member={member} isRestored={isRestored} />
    </fieldset>
  )
}
