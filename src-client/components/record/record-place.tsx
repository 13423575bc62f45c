import { useTranslation } from 'react-i18next'
import type { RecordProperties } from '#shared/contract/record-property.ts'
import { cn } from '#client/lib/cn.ts'
import { UnbrokenIds } from '../ui/unbroken-ids.tsx'

type RecordPlaceProps = RecordProperties & {
  documentDescription: string
  documentIdentifier: string
  /** As residents read it. */
  recorded: string
  /** On a page of its own the answers must stand on a phone's first screen. */
  isCompact?: boolean
}

/** The address of a record's first property, and how many more it names; '' without that address. */
export function usePlaceName({ properties, moreProperties }: RecordProperties): string {
  const { t } = useTranslation()
  const address = properties[0]?.address
  const rest = properties.length + moreProperties - 1
  if (!address) return ''
  return rest > 0 ? t('record.placeAndMore', { address, count: rest }) : address
}

/** Which property a record is about and what was recorded, the first words of a card. */
export function RecordPlace(props: RecordPlaceProps) {
  const { t } = useTranslation()
  const { properties, documentDescription, documentIdentifier, recorded, isCompact = false } = props
  const address = usePlaceName(props)
  const [first] = properties
  const what = documentDescription || documentIdentifier
  const when = address ? t('record.recorded', { what, at: recorded }) : t('notice.recordedAt', { at: recorded })
  const which = [
    t('record.number', { id: documentIdentifier }),
    first && t('record.parcel', { parcel: first.parcelId }),
    first?.legalDescription,
  ]
  return (
    <div className="grid gap-0.5">
      <p
        className={cn(
          'font-display leading-[1.2] font-semibold text-balance wrap-anywhere',
          isCompact ? 'text-[1.25rem] sm:text-[1.375rem]' : 'text-[1.375rem] sm:text-[1.625rem]',
        )}
      >
        <UnbrokenIds>{address || what}</UnbrokenIds>
      </p>
      <p className="leading-[1.4] text-muted-foreground wrap-anywhere">
        {when}
        {/* The details below say it too. */}
        <span className={isCompact ? 'max-sm:hidden' : undefined}>
          {' · '}
          <UnbrokenIds>{which.filter(Boolean).join(' · ')}</UnbrokenIds>
        </span>
      </p>
    </div>
  )
}
