import { BookUser } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'wouter'
import { alertStatuses, type Channel } from '#shared/contract/alert.ts'
import { Button } from '#client/components/ui/button.tsx'
import {
  ClearFilter,
  FilterChip,
  FindField,
  statusChoices,
  StatusSelect,
} from '#client/components/list/filter-controls.tsx'
import { OwnAddresses, useOwnAddresses } from '#client/components/lookup/own-recipients-lookup.tsx'
import { UserLookUp } from '#client/components/lookup/user-lookup.tsx'
import { useTexts } from '#client/lib/api/start-content.ts'
import type { OwnFilterState } from './use-resident-filter.ts'

const statuses = statusChoices(alertStatuses)

/** One address that the list is narrowed to; a press takes it away. */
function Chip({
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
  const value = useOwnAddresses(channel, userId)?.find(({ code }) => code === String(id))?.description ?? ''
  const name = channel === 'EMAIL' ? t('filter.email', { value }) : t('filter.phone', { value })
  return <FilterChip name={name} onRemove={onRemove} />
}

type FilterCardProps = {
  state: OwnFilterState
  /** Whose addresses the finders offer. */
  userId: number
  findHelp: string
  /** Offers the status too. */
  byStatus?: boolean
  /** Administrators look for another user's rows: where they are. */
  hrefOfUser?: ((userId: number) => string) | undefined
}

/** Narrows a list by text, by one of the reader's own addresses and, where it has one, by status. */
export function FilterCard({ state, userId, findHelp, byStatus, hrefOfUser }: FilterCardProps) {
  const { t } = useTranslation()
  const [, navigate] = useLocation()
  const texts = useTexts()
  const [finder, setFinder] = useState<Channel>()
  const [findsUser, setFindsUser] = useState(false)
  const [cleared, setCleared] = useState(0)
  const { filter, filtered, set, clear } = state
  const onClear = () => {
    clear()
    setCleared(cleared + 1)
  }
  const parts = { EMAIL: 'email', PHONE: 'phone' } as const
  return (
    <search className="grid gap-4 rounded-lg border border-border bg-muted p-4" aria-label={t('filter.title')}>
      <div className="flex flex-wrap items-end gap-4">
        <FindField
          key={cleared}
          initial={filter.find}
          help={findHelp}
          onRest={(text) => text !== filter.find && set({ find: text })}
        />
        {byStatus && (
          <StatusSelect
            value={filter.status}
            statuses={statuses}
            nameOf={(one) => t(`filter.statuses.${one}`)}
            onChoose={(one) => set({ status: one })}
          />
        )}
      </div>
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" size="small" onClick={() => setFinder('EMAIL')}>
          <BookUser aria-hidden />
          {t('filter.byEmail')}
        </Button>
        {texts && (
          <Button variant="secondary" size="small" onClick={() => setFinder('PHONE')}>
            <BookUser aria-hidden />
            {t('filter.byPhone')}
          </Button>
        )}
        {hrefOfUser && (
          <Button variant="secondary" size="small" onClick={() => setFindsUser(true)}>
            <BookUser aria-hidden />
            {t('filter.byUser')}
          </Button>
        )}
        {(['EMAIL', 'PHONE'] as const).map((channel) => {
          const id = filter[parts[channel]]
          if (id === undefined) return null
          const remove = () => set({ [parts[channel]]: '' })
          return <Chip key={channel} channel={channel} id={id} userId={userId} onRemove={remove} />
        })}
        {filtered && <ClearFilter onClear={onClear} />}
      </div>
      {finder && (
        <OwnAddresses
          channel={finder}
          userId={userId}
          onSelect={({ code }) => {
            set({ [parts[finder]]: code })
            setFinder(undefined)
          }}
          onClose={() => setFinder(undefined)}
        />
      )}
      {findsUser && hrefOfUser && (
        <UserLookUp onSelect={({ code }) => navigate(hrefOfUser(Number(code)))} onClose={() => setFindsUser(false)} />
      )}
    </search>
  )
}
