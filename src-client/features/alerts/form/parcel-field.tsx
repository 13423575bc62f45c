import { useController, useFormContext, useFormState, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { ParcelNumber } from '#client/components/find-property/parcel-number.tsx'
import { PropertyField } from '#client/components/find-property/property-field.tsx'
import type { FindProperties } from '#client/components/find-property/use-find-properties.ts'
import { TextField } from '#client/components/form/text-field.tsx'
import { trpcClient } from '#client/lib/api/client.ts'
import { useStartContent } from '#client/lib/api/start-content.ts'
import { trpc } from '#client/lib/api/trpc.ts'
import { limits } from '#shared/contract/alert.ts'
import type { Property } from '#shared/contract/roll.ts'
import { getReaderTexts, type Reader } from './reader-texts.ts'

const find: FindProperties = async (text, signal) => (await trpcClient.roll.find.mutate({ text }, { signal })).content

/** The address in the profile of the reader, or of the user whose alert staff write. */
function useProfileAddress({ byStaff, userId }: Pick<ParcelFieldProps, 'byStaff' | 'userId'>, enabled: boolean) {
  // A guest has no profile.
  const silent = { meta: { handled: true }, retry: false } as const
  const own = trpc.currentUser.profile.useQuery(undefined, { ...silent, enabled: enabled && !byStaff })
  const users = trpc.userManager.user.useQuery(
    { id: userId ?? 0 },
    { ...silent, enabled: enabled && byStaff === true && userId !== undefined },
  )
  return (byStaff ? users : own).data?.content
}

type ParcelFieldProps = {
  /** Before the names of the fields, such as 'members.parcel.'. */
  path?: string
  /** A saved alert watches one parcel. */
  single?: boolean
  /** One of several members of a form: without the county's list, the help with the number is folded. */
  isMember?: boolean
  byStaff?: boolean | undefined
  /** For one of several members of a form: without the county's list, the help with the number is folded. */
  userId?: number | undefined
}

/** The field for a parcel number typed by hand. */
function NumberField({ path, byStaff }: Reader & { path: string }) {
  const { t } = useTranslation()
  return (
    <TextField
      autoComplete="off"
      spellCheck={false}
      name={`${path}parcelId`}
      label={t('alert.parcelId')}
      help={t(`${getReaderTexts({ byStaff })}.criteriaHelp.PARCEL_ID`)}
      maxLength={limits.parcelId}
      inputClassName="tabular-nums"
    />
  )
}

/** The found properties and the number of one parcel, which the form keeps next to each other. */
function useParcelValues(path: string) {
  const { setValue, clearErrors, getFieldState } = useFormContext()
  const properties = useController({ name: `${path}properties` })
  const number: unknown = useWatch({ name: `${path}parcelId` })
  const { error } = getFieldState(`${path}parcelId`, useFormState())
  const choose = (chosen: readonly Property[]) => {
    properties.field.onChange(chosen)
    setValue(`${path}parcelId`, chosen[0]?.parcelId ?? '', { shouldDirty: true })
    clearErrors(`${path}parcelId`)
  }
  return {
    properties: properties.field.value as readonly Property[],
    hasNumber: number !== '',
    error: error?.message,
    choose,
  }
}

/**
 * What a parcel alert watches: a property found by its address or, without the county's list and on request, a
 * hand-typed parcel number.
 */
export function ParcelField({ path = '', single = false, isMember = false, byStaff, userId }: ParcelFieldProps) {
  const start = useStartContent()
  const hasRoll = start?.hasRoll ?? false
  const phone = start?.contactPhone ?? ''
  const { properties, hasNumber, error, choose } = useParcelValues(path)
  const profileAddress = useProfileAddress({ byStaff, userId }, hasRoll && properties.length === 0)
  if (!hasRoll && properties.length === 0)
    return (
      <ParcelNumber phone={phone} isOwn={!byStaff} isFolded={isMember}>
        <NumberField path={path} byStaff={byStaff} />
      </ParcelNumber>
    )
  return (
    <PropertyField
      find={find}
      chosen={properties}
      onChoose={choose}
      onClear={() => choose([])}
      profileAddress={profileAddress}
      isOwn={!byStaff}
      phone={phone}
      single={single}
      error={error}
      numberShown={hasNumber}
    >
      <NumberField path={path} byStaff={byStaff} />
    </PropertyField>
  )
}
