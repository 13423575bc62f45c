import { useController, useFormContext, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { type AlertPreview, type AlertType, alertTypes, limits } from '#shared/contract/alert.ts'
import { CheckboxField } from '#client/components/form/checkbox-field.tsx'
import { FieldHelp, Optional } from '#client/components/form/field.tsx'
import { TextField } from '#client/components/form/text-field.tsx'
import { RadioCards } from '#client/components/ui/radio-cards.tsx'
import type { AlertFormInput } from './alert-form-values.ts'
import { Step } from './step.tsx'
import { WhatItFinds } from './what-it-finds.tsx'

type Variant = 'nicknames' | 'soundAlikes' | 'allWords' | 'notByInitial'

/** The ways to look wider or closer that each type has; each shows what it would change. */
const variantsOf: Record<AlertType, readonly Variant[]> = {
  NAME: ['nicknames', 'soundAlikes', 'notByInitial'],
  BUSINESS: ['allWords'],
  PARCEL_ID: [],
}

const pair = 'grid grid-cols-[repeat(auto-fit,minmax(min(100%,14rem),1fr))] gap-x-5 gap-y-4'

function Criteria({ type }: { type: AlertType }) {
  const { t } = useTranslation()
  const plain = { autoComplete: 'off', spellCheck: false }
  return (
    <>
      <FieldHelp>{t(`alert.criteriaHelp.${type}`)}</FieldHelp>
      {type === 'NAME' && (
        <div className={pair}>
          <TextField {...plain} name="firstName" label={t('alert.firstName')} maxLength={limits.firstName} />
          <TextField {...plain} name="lastName" label={t('alert.lastName')} maxLength={limits.lastName} />
        </div>
      )}
      {type === 'BUSINESS' && (
        <TextField {...plain} name="businessName" label={t('alert.businessName')} maxLength={limits.businessName} />
      )}
      {type === 'PARCEL_ID' && (
        <TextField {...plain} name="parcelId" label={t('alert.parcelId')} maxLength={limits.parcelId} />
      )}
    </>
  )
}

function Variants({ type, counts }: { type: AlertType; counts: AlertPreview['variantCounts'] | undefined }) {
  const { t } = useTranslation()
  const variants = variantsOf[type]
  if (variants.length === 0) return null
  const note = (variant: Variant) => {
    const count = variant === 'notByInitial' ? counts?.byInitial : counts?.[variant]
    if (count === undefined) return undefined
    return variant === 'notByInitial' ? t('alert.removes', { count }) : t('alert.adds', { count })
  }
  return (
    <fieldset>
      <legend className="font-semibold">
        {t(`alert.variantsOf.${type}`)}
        <Optional />
      </legend>
      {variants.map((variant) => (
        <CheckboxField
          key={variant}
          name={`variants.${variant}`}
          label={t(`alert.variants.${variant}`)}
          note={note(variant)}
        />
      ))}
    </fieldset>
  )
}

type WatchStepProps = {
  /** The types to choose from; a saved alert keeps its own. */
  offered: readonly AlertType[]
  existing: boolean
  counts: AlertPreview['variantCounts'] | undefined
}

/** Step 1: what to watch. */
export function WatchStep({ offered, existing, counts }: WatchStepProps) {
  const { t } = useTranslation()
  const { clearErrors } = useFormContext<AlertFormInput>()
  const { field } = useController<AlertFormInput, 'alertType'>({ name: 'alertType' })
  const type = useWatch<AlertFormInput, 'alertType'>({ name: 'alertType' })
  return (
    <Step number={1} title={t('alert.watchTitle')}>
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
            help: t(`alert.typeHelp.${value}`),
          }))}
        />
      )}
      <Criteria type={type} />
      <Variants type={type} counts={counts} />
      <WhatItFinds />
    </Step>
  )
}
