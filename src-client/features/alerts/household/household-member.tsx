import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { criteriaFields, limits } from '#shared/contract/alert.ts'
import { AlertPreviewLine, AlertPreviewRecords } from '../form/alert-preview.tsx'
import { describeMatch } from '../form/describe-match.ts'
import { usePreview } from '../form/use-preview.ts'
import { VariantFields } from '../form/variant-fields.tsx'
import { MatchSentences } from '../form/match-description.tsx'
import { FieldHelp } from '#client/components/form/field.tsx'
import { TextField } from '#client/components/form/text-field.tsx'
import { Disclosure } from '#client/components/ui/disclosure.tsx'
import { cn } from '#client/lib/cn.ts'
import { memberCriteria, type HouseholdFields, type Member, type MemberInput } from './household-values.ts'

/** How many past records a member's alert would have found; on request, which ones, and what it matches. */
function MemberMatches({ member }: { member: Member }) {
  const { t } = useTranslation()
  const { key, alertType: type } = member
  const written: MemberInput = useWatch<HouseholdFields, `members.${typeof key}`>({ name: `members.${key}` })
  const criteria = memberCriteria(member, written)
  const preview = usePreview(criteria)
  if (!describeMatch(criteria, t)) return null
  const counts = preview.kind === 'found' ? preview.preview.variantCounts : undefined
  return (
    <div className="grid grid-cols-[minmax(0,1fr)]">
      <AlertPreviewLine state={preview} type={type} />
      <Disclosure summary={t('household.finds')}>
        <MatchSentences criteria={criteria} />
        {type === 'NAME' && <FieldHelp>{t('household.formerName')}</FieldHelp>}
        <VariantFields type={type} counts={counts} path={`members.${key}.`} />
        <AlertPreviewRecords state={preview} type={type} />
      </Disclosure>
    </div>
  )
}

/** A person or thing that the household watches. */
export function HouseholdMember({ member }: { member: Member }) {
  const { t } = useTranslation()
  const { key, alertType } = member
  const texts = criteriaFields[alertType].map((field) => (
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
      <div className={cn('grid grid-cols-[minmax(0,1fr)] gap-3', texts.length > 1 && 'sm:grid-cols-2 sm:gap-5')}>
        {texts}
      </div>
      <MemberMatches member={member} />
    </fieldset>
  )
}
