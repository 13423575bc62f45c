import { useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Property } from '#shared/contract/roll.ts'
import { titleCaseAddress } from '#shared/domain/property/title-case.ts'
import { FieldError, FieldHelp } from '../form/field.tsx'
import { Button } from '../ui/button.tsx'
import type { AddressGroup } from './group-by-address.ts'

type SharedAddressProps = {
  group: AddressGroup
  /** There are more parcels at this address than the search answers. */
  more: boolean
  /** Only one can be chosen. */
  single: boolean
  onChoose: (properties: Property[]) => void
  onBack: () => void
}

/** The parcels that are chosen at first, all or the first, and what a press on one does. */
function useChoice({ parcels }: AddressGroup, single: boolean) {
  const [chosen, setChosen] = useState<readonly Property[]>(single ? parcels.slice(0, 1) : parcels)
  const toggle = (parcel: Property) => {
    if (single) return setChosen([parcel])
    // In the order of the list.
    return setChosen(parcels.filter((item) => chosen.includes(item) !== (item === parcel)))
  }
  return { chosen, toggle }
}

/** Which of the parcels of one address to watch; all of them, unless she says otherwise. */
export function SharedAddress({ group, more, single, onChoose, onBack }: SharedAddressProps) {
  const { t } = useTranslation()
  const { first, parcels } = group
  const { chosen, toggle } = useChoice(group, single)
  const [isRefused, setRefused] = useState(false)
  const name = useId()
  const frame = useRef<HTMLFieldSetElement>(null)
  useEffect(() => frame.current?.focus(), [])
  const help = single ? undefined : t('findProperty.notSure')
  return (
    <div className="grid gap-4">
      <fieldset ref={frame} tabIndex={-1} className="grid gap-2">
        {/* The legend floats, so it is inside the frame and the focus ring does not cross its text. */}
        <legend className="float-left mb-2 w-full font-semibold wrap-anywhere">
          {t(`findProperty.${more ? 'moreThanSeveral' : 'several'}${single ? 'Single' : ''}`, {
            count: parcels.length,
            address: titleCaseAddress(first.address),
          })}
        </legend>
        {isRefused && <FieldError role="alert">{t('findProperty.chooseOne')}</FieldError>}
        {parcels.map((parcel) => (
          <label
            key={parcel.parcelId}
            className="flex min-h-control cursor-pointer items-center gap-3 rounded-md border-[1.5px] border-input bg-card px-3.5 py-2 has-checked:border-primary has-checked:bg-accent has-checked:text-accent-foreground"
          >
            <input
              type={single ? 'radio' : 'checkbox'}
              name={name}
              className="tick m-0"
              checked={chosen.includes(parcel)}
              aria-labelledby={`${name}${parcel.parcelId}`}
              onChange={() => {
                setRefused(false)
                toggle(parcel)
              }}
            />
            <b id={`${name}${parcel.parcelId}`} className="tabular-nums">
              {t('findProperty.parcel', { parcelId: parcel.parcelId })}
            </b>
          </label>
        ))}
      </fieldset>
      <FieldHelp>{more ? t('findProperty.moreParcels') : help}</FieldHelp>
      <div className="flex flex-wrap gap-3">
        <Button onClick={() => (chosen.length > 0 ? onChoose([...chosen]) : setRefused(true))}>
          {t('findProperty.watch', { count: chosen.length })}
        </Button>
        <Button variant="quiet" onClick={onBack}>
          {t('findProperty.back')}
        </Button>
      </div>
    </div>
  )
}
