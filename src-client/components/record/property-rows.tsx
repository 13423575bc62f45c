import { useTranslation } from 'react-i18next'
import type { RecordProperties } from '#shared/contract/record-property.ts'
import { DetailRow } from './parties-and-parcels.tsx'

/** Where the record's parcels are, as far as the record or the county's roll says: rows of a `<dl>` of two columns. */
export function PropertyRows({ properties, moreProperties }: RecordProperties) {
  const { t } = useTranslation()
  const addresses = properties.map(({ address }) => address).filter(Boolean)
  const legal = properties.map(({ legalDescription }) => legalDescription).filter(Boolean)
  const more = addresses.length > 0 && moreProperties > 0 ? [t('list.more', { count: moreProperties })] : []
  return (
    <>
      {addresses.length > 0 && <DetailRow name={t('record.property')} values={[...addresses, ...more]} />}
      {legal.length > 0 && <DetailRow name={t('record.legal')} values={legal} />}
    </>
  )
}
