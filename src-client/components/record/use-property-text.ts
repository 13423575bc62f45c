import { useTranslation } from 'react-i18next'
import type { PropertyRow } from '#shared/domain/notice/property-rows.ts'

/** Writes a row about a record's properties in a line without a label. */
export function usePropertyText(): (row: PropertyRow) => string {
  const { t } = useTranslation()
  return (row) => {
    if (row.label === 'more') return t('list.more', { count: row.count })
    return row.label === 'parcel' ? t('record.parcel', { parcel: row.value }) : row.value
  }
}
