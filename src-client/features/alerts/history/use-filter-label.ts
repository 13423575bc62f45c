import { useTranslation } from 'react-i18next'
import { useOwnRecipients } from '#client/components/lookup/own-recipients-lookup.tsx'
import type { OwnFilter } from '../list/use-resident-filter.ts'

/** What a list is narrowed to, in words, for paper; '' where it is whole. */
export function useFilterWords({ find, email, phone }: OwnFilter, userId: number): string {
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
