import { useId } from 'react'
import { useController, useFormContext, useFormState, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { ParcelNumber } from '#client/components/find-property/parcel-number.tsx'
import { PropertyField } from '#client/components/find-property/property-field.tsx'
import { CheckboxField } from '#client/components/form/checkbox-field.tsx'
import { FieldError, invalidBar } from '#client/components/form/field.tsx'
import { TextField } from '#client/components/form/text-field.tsx'
import { useStartContent } from '#client/lib/api/start-content.ts'
import { cn } from '#client/lib/cn.ts'
import { limits } from '#shared/contract/alert.ts'
import { messages } from '#shared/contract/messages.ts'
import { findProperties } from './find-properties.ts'
import { OwnAddress } from './own-address.tsx'
import { PickCard } from './pick-card.tsx'
import { type RegistrationInput, toWatch, type RegistrationValues, type WatchRules } from './registration-values.ts'

function NumberField() {
  const { t } = useTranslation()
  return (
    <TextField
      name="parcelId"
      label={t('alert.parcelId')}
      help={t('alert.criteriaHelp.PARCEL_ID')}
      autoComplete="off"
      spellCheck={false}
      maxLength={limits.parcelId}
      inputClassName="tabular-nums"
    />
  )
}

/** The reader's property, found by its address if the county has a list, or by the number on the tax bill. */
function OwnProperty({ byAddress }: { byAddress: boolean }) {
  const start = useStartContent()
  const { setValue, clearErrors, getValues, getFieldState, control } = useFormContext<RegistrationInput>()
  const { field } = useController<RegistrationInput, 'properties'>({ name: 'properties' })
  const { error } = getFieldState('parcelId', useFormState({ control, name: 'parcelId' }))
  const phone = start?.contactPhone ?? ''
  const chosen = field.value
  if (!byAddress && chosen.length === 0)
    return (
      <ParcelNumber phone={phone}>
        <NumberField />
      </ParcelNumber>
    )
  const { address, city, zip, parcelId } = getValues()
  return (
    <PropertyField
      find={findProperties}
      chosen={chosen}
      onChoose={(properties) => {
        field.onChange(properties)
        setValue('parcelId', '')
        clearErrors(['parcelId', 'choice' as 'parcelId'])
      }}
      onClear={() => field.onChange([])}
      profileAddress={{ address: address ?? '', city: city ?? '', zip: zip ?? '' }}
      phone={phone}
      error={error?.message}
      numberShown={parcelId !== ''}
    >
      <NumberField />
    </PropertyField>
  )
}

/** The problem of the step as a whole, which disappears once something else is chosen. */
function useChoiceProblem(): string | undefined {
  const { control, getFieldState } = useFormContext<RegistrationInput & { choice: string }>()
  return getFieldState('choice', useFormState({ control })).error?.message
}

/** The second step: what to watch. */
export function WatchFields({ rules: { offered, consent, findsProperty } }: { rules: WatchRules }) {
  const { t } = useTranslation()
  const id = useId()
  const values = useWatch<RegistrationInput>() as RegistrationValues
  const problem = useChoiceProblem()
  const count = toWatch(values).length
  const name = `${values.firstName ?? ''} ${values.lastName ?? ''}`.trim()
  return (
    <>
      {findsProperty && <OwnAddress />}
      <fieldset
        id={id}
        tabIndex={-1}
        {...(problem && { 'data-problem': '', 'aria-describedby': `${id}error` })}
        data-label={t('register.watch.legend')}
        className={cn('grid grid-cols-[minmax(0,1fr)] gap-3', problem && invalidBar)}
      >
        <legend className="mb-2 font-semibold">{t('register.watch.legend')}</legend>
        {problem && <FieldError id={`${id}error`}>{problem}</FieldError>}
        {offered.includes('PARCEL_ID') && (
          <PickCard name="watchesProperty" title={t('register.watch.property')} help={t('register.watch.propertyHelp')}>
            <OwnProperty byAddress={findsProperty} />
          </PickCard>
        )}
        {offered.includes('NAME') && (
          <PickCard
            name="watchesName"
            title={t('register.watch.name')}
            help={name}
            more={values.watchesName && t('register.watch.nameWidth')}
          />
        )}
        {offered.includes('BUSINESS') && (
          <PickCard name="watchesBusiness" title={t('register.watch.business')} help={t('register.watch.businessHelp')}>
            <TextField
              name="businessName"
              label={t('register.watch.businessName')}
              autoComplete="off"
              maxLength={limits.businessName}
            />
          </PickCard>
        )}
      </fieldset>
      {consent && count > 0 && (
        <CheckboxField
          name="agreed"
          label={count === 1 ? messages.emailAcknowledgement : messages.emailAcknowledgementForAll}
          shortLabel={t('register.watch.agreement')}
        />
      )}
    </>
  )
}
