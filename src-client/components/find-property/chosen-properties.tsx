import { House } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Property } from '#shared/contract/roll.ts'
import { formatLocality } from '#shared/domain/property/locality.ts'
import { titleCaseAddress } from '#shared/domain/property/title-case.ts'
import { Button } from '../ui/button.tsx'
import { UnbrokenIds } from '../ui/unbroken-ids.tsx'

type ChosenProps = {
  /** At one address; at least one. */
  properties: readonly Property[]
  /** Whether it was chosen just now, and takes the focus from the box, which is removed. */
  focused?: boolean
  onChange: () => void
}

/** The address and the parcel numbers that she chose, and Change. */
export function ChosenProperties({ properties, focused, onChange }: ChosenProps) {
  const { t } = useTranslation()
  const frame = useRef<HTMLElement>(null)
  useEffect(() => {
    if (focused) frame.current?.focus()
  }, [focused])
  const [first] = properties
  if (!first) return null
  const address = titleCaseAddress(first.address)
  return (
    <section
      ref={frame}
      tabIndex={-1}
      aria-label={t('findProperty.chosen', { address })}
      className="grid grid-cols-[auto_minmax(0,1fr)] items-start gap-x-3 gap-y-1 rounded-md border-[1.5px] border-success-edge bg-success-tint px-4 py-3.5 text-success sm:grid-cols-[auto_minmax(0,1fr)_auto]"
    >
      <House className="size-7" aria-hidden />
      <p className="grid leading-[1.4] wrap-anywhere">
        <b>{address}</b>
        <span>{formatLocality(first)}</span>
        {properties.map(({ parcelId }) => (
          <span key={parcelId} className="tabular-nums">
            <UnbrokenIds>{t('findProperty.parcel', { parcelId })}</UnbrokenIds>
          </span>
        ))}
      </p>
      <Button
        variant="quiet"
        size="small"
        className="text-inherit underline max-sm:col-start-2 max-sm:-ms-3 max-sm:justify-self-start"
        aria-label={t('findProperty.changeLabel', { address })}
        onClick={onChange}
      >
        {t('findProperty.change')}
      </Button>
    </section>
  )
}
