import { House } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { titleCaseAddress } from '#shared/domain/property/title-case.ts'
import { type ProfileAddress, useOwnGroup } from './own-property.ts'
import type { FindProperties, WholeGroup } from './use-find-properties.ts'

type OfferProps = {
  find: FindProperties
  profile: ProfileAddress
  /** False if it is another person's address: staff act for a user. */
  isOwn: boolean
  onChoose: (own: WholeGroup) => void
}

/** The profile's own address, in one press, before the box. Nothing if the county's list does not have it. */
export function ProfileOffer({ find, profile, isOwn, onChoose }: OfferProps) {
  const { t } = useTranslation()
  const own = useOwnGroup(find, profile)
  if (own === null) return null
  // Keeps the place, so that the box below does not move.
  if (own === undefined) return <div className="h-31" aria-hidden />
  const { first, parcels } = own.group
  const parcel =
    parcels.length > 1
      ? t(own.more ? 'findProperty.moreThanParcels' : 'findProperty.parcels', { count: parcels.length })
      : t('findProperty.parcel', { parcelId: first.parcelId })
  return (
    <>
      <button
        type="button"
        onClick={() => onChoose(own)}
        className="grid min-h-16 w-full cursor-pointer grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3 gap-y-0.5 rounded-md border-2 border-primary bg-accent px-4 py-3 text-start text-accent-foreground"
      >
        <House className="row-span-2 size-7" aria-hidden />
        <b className="wrap-anywhere">{titleCaseAddress(first.address)}</b>
        <span>
          {t(isOwn ? 'findProperty.yourAddress' : 'findProperty.theirAddress')}{' '}
          <span className="inline-block">{parcel}</span>
        </span>
      </button>
      <p className="flex items-center gap-3 text-sm text-muted-foreground before:flex-1 before:border-t before:border-border after:flex-1 after:border-t after:border-border">
        {t('findProperty.or')}
      </p>
    </>
  )
}
