import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { userStatuses } from '#shared/contract/roles.ts'
import { FindField, statusChoices, StatusSelect } from '#client/components/list/filter-controls.tsx'
import { useFind } from '#client/components/list/use-list-filter.ts'
import { LookupFilters } from '#client/components/lookup/lookup-filters.tsx'
import type { UserFilter } from './use-user-filter.ts'

const statuses = statusChoices(userStatuses)

/** Filters the list of users by text, status, an email or phone of their alerts, and one user. */
export function UserFilterCard({ filter }: { filter: UserFilter }) {
  const { t } = useTranslation()
  const [cleared, setCleared] = useState(0)
  const { find, status, set, clear } = filter
  const onFind = useFind(filter)
  const onClear = () => {
    clear()
    setCleared(cleared + 1)
  }
  return (
    <search
      className="grid gap-4 rounded-lg border border-border bg-card p-card shadow-card"
      aria-label={t('users.filter')}
    >
      <div className="flex flex-wrap items-end gap-4">
        <FindField key={cleared} initial={find} help={t('users.find')} onSettled={onFind} />
        <StatusSelect
          value={status}
          statuses={statuses}
          labelFor={(item) => t(`users.statuses.${item}`)}
          onChoose={(item) => set({ status: item })}
        />
      </div>
      <LookupFilters filter={filter} onClear={onClear} />
    </search>
  )
}
