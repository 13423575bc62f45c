import { ChevronDown, ListFilter } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'wouter'
import {
  ClearFilter,
  FilterChip,
  FindField,
  statusChoices,
  StatusSelect,
} from '#client/components/list/filter-controls.tsx'
import { LookupButton } from '#client/components/lookup/lookup-filters.tsx'
import { OwnRecipientsLookup, useOwnRecipients } from '#client/components/lookup/own-recipients-lookup.tsx'
import { UserLookup } from '#client/components/lookup/user-lookup.tsx'
import { useTexts } from '#client/lib/api/start-content.ts'
import { cn } from '#client/lib/cn.ts'
import { alertStatuses, type Channel } from '#shared/contract/alert.ts'
import type { ResidentFilterState } from './use-resident-filter.ts'

const statuses = statusChoices(alertStatuses)

/** A list of up to this many rows shows its filters closed. */
const maxUnfiltered = 10

/** An active address filter, with a button that removes it. */
function RecipientChip({
  channel,
  id,
  userId,
  onRemove,
}: {
  channel: Channel
  id: number
  userId: number
  onRemove: () => void
}) {
  const { t } = useTranslation()
  const value = useOwnRecipients(channel, userId)?.find(({ code }) => code === String(id))?.description ?? ''
  const name = { EMAIL: t('filter.email', { value }), PHONE: t('filter.phone', { value }) }[channel]
  return <FilterChip name={name} onRemove={onRemove} />
}

/** The filter's parameter for each channel. */
const parts = { EMAIL: 'email', PHONE: 'phone' } as const

/** The filters, closed until the reader opens them; then they stay as the reader leaves them. */
function Fold({ isWanted, children }: { isWanted: boolean; children: ReactNode }) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState<boolean>()
  if (isOpen === undefined && isWanted) setOpen(true)
  return (
    <details
      open={isOpen ?? false}
      onToggle={({ currentTarget }) => isOpen !== currentTarget.open && setOpen(currentTarget.open)}
      className="rounded-lg border border-border bg-muted"
    >
      <summary className="flex min-h-11 cursor-pointer items-center gap-2.5 px-4 font-semibold [&::-webkit-details-marker]:hidden">
        <ListFilter className="size-[1.1em]" aria-hidden />
        {t('filter.title')}
        <ChevronDown className={cn('ms-auto', isOpen && 'rotate-180')} aria-hidden />
      </summary>
      <div className="grid gap-4 p-4 pt-1">{children}</div>
    </details>
  )
}

type FilterCardProps = {
  state: ResidentFilterState
  /** The user whose addresses the lookup offers. */
  userId: number
  findHelp: string
  /** Rows of the list, once known: a short list is read, not filtered. */
  total: number | undefined
  /** Also offers the status filter. */
  byStatus?: boolean
  /** For administrators: the address that lists another user's rows. */
  hrefForUser?: ((userId: number) => string) | undefined
}

/** Filters a list by text, by one of the reader's addresses and, optionally, by status. */
export function FilterCard({ state, userId, findHelp, total = 0, byStatus, hrefForUser }: FilterCardProps) {
  const { t } = useTranslation()
  const [, navigate] = useLocation()
  const texts = useTexts()
  const [lookupChannel, setLookupChannel] = useState<Channel>()
  const [isUserLookupOpen, setUserLookupOpen] = useState(false)
  const [cleared, setCleared] = useState(0)
  const { filter, filtered, set, clear } = state
  const openUser = ({ code }: { code: string }) => hrefForUser && navigate(hrefForUser(Number(code)))
  const onClear = () => {
    clear()
    setCleared(cleared + 1)
  }
  return (
    <search aria-label={t('filter.title')}>
      <Fold isWanted={filtered || total > maxUnfiltered}>
        <div className="flex flex-wrap items-end gap-4">
          <FindField
            key={cleared}
            initial={filter.find}
            help={findHelp}
            onSettled={(text) => text !== filter.find && set({ find: text })}
          />
          {byStatus && (
            <StatusSelect
              value={filter.status}
              statuses={statuses}
              labelFor={(item) => t(`filter.statuses.${item}`)}
              onChoose={(item) => set({ status: item })}
            />
          )}
        </div>
        <div className="flex flex-wrap gap-2">
          <LookupButton label={t('filter.byEmail')} onClick={() => setLookupChannel('EMAIL')} />
          {texts && <LookupButton label={t('filter.byPhone')} onClick={() => setLookupChannel('PHONE')} />}
          {hrefForUser && <LookupButton label={t('filter.byUser')} onClick={() => setUserLookupOpen(true)} />}
          {(['EMAIL', 'PHONE'] as const).map((channel) => {
            const id = filter[parts[channel]]
            if (id === undefined) return null
            const remove = () => set({ [parts[channel]]: '' })
            return <RecipientChip key={channel} channel={channel} id={id} userId={userId} onRemove={remove} />
          })}
          {filtered && <ClearFilter onClear={onClear} />}
        </div>
      </Fold>
      {lookupChannel && (
        <OwnRecipientsLookup
          channel={lookupChannel}
          userId={userId}
          onSelect={({ code }) => {
            set({ [parts[lookupChannel]]: code })
            setLookupChannel(undefined)
          }}
          onClose={() => setLookupChannel(undefined)}
        />
      )}
      {isUserLookupOpen && <UserLookup onSelect={openUser} onClose={() => setUserLookupOpen(false)} />}
    </search>
  )
}
