import { useEffect, useEffectEvent } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { AddressGroup } from '#client/components/find-property/group-by-address.ts'
import { isSameAddress, type ProfileAddress, useOwnGroup } from '#client/components/find-property/own-property.ts'
import { useDebounced } from '#client/lib/use-debounced.ts'
import { findDelayMs } from '#shared/contract/roll.ts'
import { findProperties } from './find-properties.ts'
import type { RegistrationInput } from './registration-values.ts'
import type { RegisterFormState } from './use-register-form.ts'

const isEqual = (a: ProfileAddress, b: ProfileAddress | null) =>
  a.address === b?.address && a.city === b.city && a.zip === b.zip

type FillInProps = { form: RegisterFormState; own: ProfileAddress }

/**
 * Fills the property in, once for an address. What the reader chose or cleared after that stays, unless the address
 * changes.
 */
function FillIn({ form: { getValues, setValue }, own }: FillInProps) {
  const found = useOwnGroup(findProperties, own)
  const group = found && found.group
  const fillIn = useEffectEvent((found: AddressGroup | null) => {
    const { filledFor, properties, parcelId } = getValues()
    if (isEqual(own, filledFor)) return
    const [chosen] = properties
    const isOwnChoice = parcelId !== '' || (chosen && !(filledFor && isSameAddress(filledFor, chosen)))
    setValue('filledFor', own, { shouldDirty: true })
    if (isOwnChoice) return
    // Of several parcels at the address, the reader says which.
    setValue('properties', found?.parcels.length === 1 ? found.parcels : [], { shouldDirty: true })
    if (found ?? chosen) setValue('watchesProperty', found !== null, { shouldDirty: true })
  })
  useEffect(() => {
    if (group !== undefined) fillIn(group)
  }, [group])
  return null
}

/**
 * Looks for the reader's address in the county's list as soon as it is typed, so that the second step has the answer
 * when it opens, and nothing in it moves.
 */
export function FindOwnAddress({ form }: { form: RegisterFormState }) {
  const [address, city, zip, filledFor] = useWatch({
    control: form.control,
    name: ['address', 'city', 'zip', 'filledFor'],
  })
  const own = { address: address ?? '', city: city ?? '', zip: zip ?? '' }
  const typed = JSON.stringify(own)
  const isTyping = useDebounced(typed, findDelayMs) !== typed
  const isComplete = own.address !== '' && own.city !== '' && /^\d{5}/.test(own.zip)
  return isComplete && !isTyping && !isEqual(own, filledFor) && <FillIn form={form} own={own} />
}

/** Says that 'My property' is checked because the county's list has the reader's address. */
export function OwnAddress() {
  const { t } = useTranslation()
  const { getValues } = useFormContext<RegistrationInput>()
  const [watches, properties, filledFor] = useWatch<RegistrationInput, ['watchesProperty', 'properties', 'filledFor']>({
    name: ['watchesProperty', 'properties', 'filledFor'],
  })
  const { address, city, zip } = getValues()
  const own = { address: address ?? '', city: city ?? '', zip: zip ?? '' }
  const [first] = properties
  const isFound = watches && first && isEqual(own, filledFor) && isSameAddress(own, first)
  // Always in the page, so that a screen reader hears it when it fills.
  return <output className="block empty:hidden">{isFound ? t('register.watch.found') : ''}</output>
}
