import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { userStatuses } from '#shared/contract/roles.ts'
import { FindField, StatusSelect } from '#client/components/list/filter-parts.tsx'
import { useFind } from '#client/components/list/use-list-filter.ts'
import { Button } from '#client/components/ui/button.tsx'
import type { UserFilter } from './use-user-filter.ts'

const statuses = ['ALL', ...Object.keys(userStatuses)] as ('ALL' | keyof typeof userStatuses)[]

/** Narrows the list of users by text and status. */
export function UserFilterCard({ filter }: { filter: UserFilter }) {
  const { t } = useTranslation()
  const [cleared, setCleared] = useState(0)
  const { find, status, filtered, set, clear } = filter
  const onFind = useFind(filter)
  return (
    <search
      className="flex flex-wrap items-end gap-4 rounded-lg border border-border bg-card p-card shadow-card"
      aria-label={t('users.filter')}
    >
      <FindField key={cleared} initial={find} help={t('users.find')} onRest={onFind} />
      <StatusSelect
        value={status}
        statuses={statuses}
        nameOf={(one) => t(`users.statuses.${one}`)}
        onChoose={(one) => set({ status: one })}
      />
      {filtered && (
        <Button
          variant="quiet"
          onClick={() => {
            clear()
            setCleared(cleared + 1)
          }}
        >
          {t('filter.clear')}
        </Button>
      )}
    </search>
  )
}
