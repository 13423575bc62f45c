import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import type { Property } from '#shared/contract/roll.ts'
import { PhoneLink } from '../ui/phone-link.tsx'
import { FindStatus } from './find-status.tsx'
import type { AddressGroup } from './group-by-address.ts'
import type { ProfileAddress } from './own-property.ts'
import { ParcelNumber } from './parcel-number.tsx'
import { ProfileOffer } from './profile-offer.tsx'
import { PropertyCombobox } from './property-combobox.tsx'
import { SharedAddress } from './shared-address.tsx'
import {
  completeGroup,
  type FindProperties,
  isNotFound,
  useFindProperties,
  type WholeGroup,
} from './use-find-properties.ts'

export type FindPropertyProps = {
  find: FindProperties
  /** One property, or the parcels at one address that the reader wants to watch. */
  onChoose: (properties: Property[]) => void
  /** Offered first, chosen with one press, if the county's list has it. */
  profileAddress?: ProfileAddress | undefined
  /** Whether the profile is the reader's own; staff act for a user. */
  isOwn?: boolean
  /** The county's phone, or ''. */
  phone: string
  /** Only one of several parcels at an address can be chosen: a saved alert watches one. */
  single?: boolean
  /** What is wrong with the field, while the one for the number is not shown. */
  error?: string | undefined
  /** Whether the field for a parcel number is shown from the start, because it is filled in. */
  numberShown?: boolean
  /** Whether the box takes the focus, because the reader asked to change the choice. */
  focused?: boolean
  /** The field for a parcel number, shown on request or when nothing is found. */
  children?: ReactNode
}

/** The alternatives that are always visible: the parcel number and the phone. */
function OtherWays({ phone, isOwn, onNumber }: { phone: string; isOwn: boolean; onNumber: () => void }) {
  const { t } = useTranslation()
  return (
    <p className="text-muted-foreground">
      {t('findProperty.cannot')}{' '}
      <button type="button" className="min-h-11 cursor-pointer text-link underline" onClick={onNumber}>
        {t(isOwn ? 'findProperty.useNumber' : 'findProperty.useTheNumber')}
      </button>{' '}
      {phone && (
        <Trans
          i18nKey="findProperty.orCall"
          values={{ phone }}
          components={{ phone: <PhoneLink phone={phone} className="inline-flex min-h-11 items-center" /> }}
        />
      )}
    </p>
  )
}

/**
 * Find my property: the profile's address in one press, or a box that finds the county's properties by address. Several
 * parcels at one address are all offered. If nothing is found, there are three alternatives: the spelling, the parcel
 * number with a picture of the tax bill, and the phone.
 */
export function FindProperty(props: FindPropertyProps) {
  const { find, onChoose, profileAddress, isOwn = true, phone, single = false, error, children } = props
  const box = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const [shared, setShared] = useState<WholeGroup>()
  const [asksNumber, setAsksNumber] = useState(false)
  // Once filled in it stays, so that clearing it does not remove it.
  if (props.numberShown && !asksNumber) setAsksNumber(true)
  const { finding, retry } = useFindProperties(find, typed)
  const number = useRef<HTMLDivElement>(null)
  const askNumber = () => {
    setAsksNumber(true)
    // After the field is drawn.
    requestAnimationFrame(() => number.current?.querySelector('input')?.focus())
  }
  const { focused } = props
  const [returns, setReturns] = useState(0)
  useEffect(() => {
    if (focused || returns > 0) box.current?.focus()
  }, [focused, returns])

  const goBack = () => {
    setShared(undefined)
    setReturns((count) => count + 1)
  }
  const choose = (whole: WholeGroup) => {
    if (whole.group.parcels.length > 1) setShared(whole)
    else onChoose(whole.group.parcels)
  }
  const chooseFound = async (group: AddressGroup) => {
    if (finding.kind === 'found') choose(await completeGroup(find, group, finding))
  }
  if (shared) return <SharedAddress {...shared} single={single} onChoose={onChoose} onBack={goBack} />
  const showsNumber = asksNumber || isNotFound(finding)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {profileAddress?.address && <ProfileOffer find={find} profile={profileAddress} isOwn={isOwn} onChoose={choose} />}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
        <PropertyCombobox
          box={box}
          typed={typed}
          finding={finding}
          error={showsNumber ? undefined : error}
          onType={setTyped}
          onChoose={(group) => void chooseFound(group)}
        />
        <FindStatus finding={finding} onRetry={retry} />
      </div>
      {showsNumber ? (
        <div ref={number}>
          <ParcelNumber phone={phone} isOwn={isOwn}>
            {children}
          </ParcelNumber>
        </div>
      ) : (
        <OtherWays phone={phone} isOwn={isOwn} onNumber={askNumber} />
      )}
    </div>
  )
}
