import type { TFunction } from 'i18next'
import type { AddressGroup } from '#server/features/recipients/list-recipients.ts'

/** Owners named in a line; more are counted. */
const maxNamed = 3

/** Whose address or number it is, as far as the reader may see: 'Owners: ann, bo, cy, and 2 more'. */
export function formatOwners(t: TFunction, { owners, records }: Pick<AddressGroup<unknown>, 'owners' | 'records'>) {
  const named = records.slice(0, maxNamed).map(({ owner }) => owner?.username ?? t('alertAdmin.alerts.migrated'))
  const names = named.join(', ')
  const more = owners - named.length
  return more > 0
    ? t('alertAdmin.shared.namedAndMore', { names, count: more })
    : t('alertAdmin.shared.named', { names, count: named.length })
}
