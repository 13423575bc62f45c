import { useEffect, useEffectEvent } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { AddressGroup } from '#client/components/find-property/group-by-address.ts'
import { isSameAddress, type ProfileAddress, useOwnGroup } from '#client/components/find-property/own-property.ts'
import { findProperties } from './find-properties.ts'
import type { RegistrationInput } from './registration-values.ts'

const isEqual = (a: ProfileAddress, b: ProfileAddress | null) =>
  a.address === b?.address && a.city === b.city && a.zip === b.zip

/** Fills the property in, once for an address. What she chose or cleared after that stays, unless her address changes. */
function useFillIn(own: ProfileAddress): void {
  const { getValues, setValue } = useFormContext<RegistrationInput>()
  const found = useOwnGroup(findProperties, own)
  const group = found && found.group
  const fillIn = useEffectEvent((found: AddressGroup | null) => {
    const { filledFor, properties, parcelId } = getValues()
    if (isEqual(own, filledFor)) return
    const [chosen] = properties
    const isOwnChoice = parcelId !== '' || (chosen && !(filledFor && isSameAddress(filledFor, chosen)))
    setValue('filledFor', own, { shouldDirty: true })
    if (isOwnChoice) return
    // Of several parcels at her address, she says which ones.
    setValue('properties', found?.parcels.length === 1 ? found.parcels : [], { shouldDirty: true })
    if (found ?? chosen) setValue('watchesProperty', found !== null, { shouldDirty: true })
  })
  useEffect(() => {
    if (group !== undefined) fillIn(group)
  }, [group])
}

function FillIn({ own }: { own: ProfileAddress }) {
  useFillIn(own)
  return null
}

/** Checks 'My property' if the county's list has her address, and says so. */
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
  return (
    <>
      {own.address !== '' && !isEqual(own, filledFor) && <FillIn own={own} />}
      {/* Always in the page, so that a screen reader hears it when it fills. */}
      <output className="block empty:hidden">{isFound ? t('register.watch.found') : ''}</output>
    </>
  )
}
