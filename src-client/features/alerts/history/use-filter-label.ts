import { useTranslation } from 'react-i18next'
import { useOwnRecipients } from '#client/components/lookup/own-recipients-lookup.tsx'
import type { ResidentFilter } from '../list/use-resident-filter.ts'

/** The active filters as text for printing; '' if there are none. */
export function useFilterLabel({ find, email, phone }: ResidentFilter, userId: number): string {
  const { t } = useTranslation()
  const emails = useOwnRecipients('EMAIL', userId)
  const phones = useOwnRecipients('PHONE', userId)
  const named = (rows: typeof emails, id: number) => rows?.find(({ code }) => code === String(id))?.description ?? ''
  return [
    find && `${t('filter.find')}: ${find}`,
    email !== undefined && t('filter.email', { value: named(emails, email) }),
    phone !== undefined && t('filter.phone', { value: named(phones, phone) }),
  ]
    .filter(Boolean)
    .join('; ')
}
