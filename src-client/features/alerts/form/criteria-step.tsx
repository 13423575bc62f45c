import type { ReactNode } from 'react'
import { useController, useFormContext } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { FieldHelp } from '#client/components/form/field.tsx'
import { TextField } from '#client/components/form/text-field.tsx'
import { RadioCards } from '#client/components/ui/radio-cards.tsx'
import { useStartContent } from '#client/lib/api/start-content.ts'
import { type AlertType, alertTypes, type Criteria, criteriaFields, limits } from '#shared/contract/alert.ts'
import type { AlertFormInput } from './alert-form-values.ts'
import { AutomaticWidthLine } from './automatic-width-line.tsx'
import { FoldedMatchOptionFields } from './folded-match-option-fields.tsx'
import { FormerLastNameField } from './former-last-name-field.tsx'
import { AlertMatchDescription } from './match-description.tsx'
import type { OptionCounts } from './match-option-fields.tsx'
import { ParcelField } from './parcel-field.tsx'
import { getReaderTexts } from './reader-texts.ts'
import { Step } from './step.tsx'
import type { AutomaticWidth } from './use-automatic-width.ts'

const pair = 'grid grid-cols-[repeat(auto-fit,minmax(min(100%,14rem),1fr))] gap-x-5 gap-y-4'

type CriteriaTextsProps = {
  type: AlertType
  existing: boolean
  byStaff: boolean | undefined
  userId: number | undefined
  counts: OptionCounts | undefined
}

function CriteriaTexts({ type, existing, byStaff, userId, counts }: CriteriaTextsProps) {
  const { t } = useTranslation()
  if (type === 'PARCEL_ID') return <ParcelField single={existing} byStaff={byStaff} userId={userId} />
  return (
    <>
      <FieldHelp>{t(`${getReaderTexts({ byStaff })}.criteriaHelp.${type}`)}</FieldHelp>
      <div className={pair}>
        {criteriaFields[type].map((field) => (
          <TextField
            key={field}
            autoComplete="off"
            spellCheck={false}
            name={field}
            label={t(`alert.${field}`)}
            maxLength={limits[field]}
          />
        ))}
      </div>
      {type === 'NAME' && <FormerLastNameField added={counts?.variantCounts.formerLastName} />}
    </>
  )
}

/** The criteria of several parcels' alerts, to describe them together. */
const withParcels = (criteria: Criteria, parcels: readonly string[]): Criteria =>
  criteria.alertType === 'PARCEL_ID' && parcels.length > 1 ? { ...criteria, parcelId: parcels.join(', ') } : criteria

type CriteriaStepProps = {
  /** Replaces the question that residents see. */
  title?: string
  /** The types to choose from. A saved alert keeps its type. */
  offered: readonly AlertType[]
  existing: boolean
  criteria: Criteria
  /** The parcels that were found by address; several make an alert each. */
  parcels: readonly string[]
  counts: OptionCounts | undefined
  automatic: AutomaticWidth
  byStaff?: boolean | undefined
  /** The user whose alert staff write. */
  userId: number | undefined
  /** Shown below the match options. */
  children?: ReactNode
}

/** Step 1: the criteria. */
export function CriteriaStep(props: CriteriaStepProps) {
  const { title, offered, existing, criteria, parcels, counts, automatic, byStaff, userId, children } = props
  const { t } = useTranslation()
  const { clearErrors } = useFormContext<AlertFormInput>()
  const { field } = useController<AlertFormInput, 'alertType'>({ name: 'alertType' })
  const { alertType: type } = criteria
  const hasRoll = useStartContent()?.hasRoll
  return (
    <Step number={1} title={title ?? t('alert.watchTitle')}>
      {existing || offered.length < 2 ? (
        <p>
          {t('alert.monitor')}: <b>{alertTypes[type]}</b>
        </p>
      ) : (
        <RadioCards
          legend={t('alert.monitor')}
          name="alertType"
          value={type}
          onChange={(next) => {
            clearErrors()
            field.onChange(next)
          }}
          cards={offered.map((value) => ({
            value,
            title: alertTypes[value],
            help:
              value === 'PARCEL_ID' && hasRoll
                ? t('alert.byAddress')
                : t(`${getReaderTexts({ byStaff })}.typeHelp.${value}`),
          }))}
        />
      )}
      <CriteriaTexts type={type} existing={existing} byStaff={byStaff} userId={userId} counts={counts} />
      {!existing && <AutomaticWidthLine automatic={automatic} whose="other" />}
      <FoldedMatchOptionFields criteria={criteria} counts={counts} byStaff={byStaff} onChosen={automatic.stop} />
      {children}
      <AlertMatchDescription criteria={withParcels(criteria, parcels)} />
    </Step>
  )
}
