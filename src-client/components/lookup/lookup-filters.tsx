import { BookUser } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useTexts } from '#client/lib/api/start-content.ts'
import { trpc } from '#client/lib/api/trpc.ts'
import { ClearFilter, FilterChip } from '../list/filter-controls.tsx'
import { Button } from '../ui/button.tsx'
import { RecipientLookup } from './recipient-lookup.tsx'
import { UserLookup } from './user-lookup.tsx'

export const lookupFilterNames = ['email', 'phone', 'user'] as const
type LookupFilterName = (typeof lookupFilterNames)[number]
/** The ids that filter a panel list, by address parameter. */
type LookupFilterIds = { [finder in LookupFilterName]: number | undefined }

/** Ignores anything that cannot be an id, such as in a hand-typed address. */
const parseId = (text: string | null) =>
  Number.isSafeInteger(Number(text)) && Number(text) > 0 ? Number(text) : undefined

export const readLookupFilters = (query: URLSearchParams): LookupFilterIds => ({
  email: parseId(query.get('email')),
  phone: parseId(query.get('phone')),
  user: parseId(query.get('user')),
})

type FilterProps = {
  filter: LookupFilterIds & { filtered: boolean; set: (part: { [finder in LookupFilterName]?: string }) => void }
}

/** The active id filters, each with its name and a remove button. */
function Chips({ filter }: FilterProps) {
  const { t } = useTranslation()
  const { user, email, phone, set } = filter
  const asked = { userId: user, emailAddressId: email, phoneNumberId: phone }
  const names = trpc.controlPanel.filterNames.useQuery(asked, {
    enabled: lookupFilterNames.some((finder) => filter[finder] !== undefined),
    meta: { handled: true },
  })
  // A link may name a deleted record.
  const missing = names.data ? t('filter.notFound') : '…'
  const { username, emailAddress, phoneNumber } = names.data?.content ?? {}
  const labels: Record<LookupFilterName, string> = {
    email: t('filter.email', { value: emailAddress || missing }),
    phone: t('filter.phone', { value: phoneNumber || missing }),
    user: t('filter.user', { value: username || missing }),
  }
  return lookupFilterNames
    .filter((finder) => filter[finder] !== undefined)
    .map((finder) => <FilterChip key={finder} name={labels[finder]} onRemove={() => set({ [finder]: '' })} />)
}

/** Opens the look-up that filters a list. */
export function LookupButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <Button variant="secondary" size="small" onClick={onClick}>
      <BookUser aria-hidden />
      {label}
    </Button>
  )
}

/** Filters a panel list by one email, phone or user, each chosen in a dialog, and clears all of its filters. */
export function LookupFilters({ filter, onClear }: FilterProps & { onClear: () => void }) {
  const { t } = useTranslation()
  const texts = useTexts()
  const [finder, setFinder] = useState<LookupFilterName>()
  const labels: Record<LookupFilterName, string> = {
    email: t('filter.byEmail'),
    phone: t('filter.byPhone'),
    user: t('filter.byUser'),
  }
  const choose = ({ code }: { code: string }) => {
    if (finder) filter.set({ [finder]: code })
    setFinder(undefined)
  }
  return (
    <>
      <div className="flex flex-wrap gap-2">
        {lookupFilterNames
          .filter((item) => texts || item !== 'phone')
          .map((item) => (
            <LookupButton key={item} label={labels[item]} onClick={() => setFinder(item)} />
          ))}
        <Chips filter={filter} />
        {filter.filtered && <ClearFilter onClear={onClear} />}
      </div>
      {finder === 'user' && <UserLookup onSelect={choose} onClose={() => setFinder(undefined)} />}
      {(finder === 'email' || finder === 'phone') && (
        <RecipientLookup
          channel={finder === 'email' ? 'EMAIL' : 'PHONE'}
          onSelect={choose}
          onClose={() => setFinder(undefined)}
        />
      )}
    </>
  )
}
