import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { alertStatuses } from '#shared/contract/alert.ts'
import { CheckboxRow } from '#client/components/form/checkbox-field.tsx'
import { FindField, statusChoices, StatusSelect } from '#client/components/list/filter-controls.tsx'
import { useFind } from '#client/components/list/use-list-filter.ts'
import { LookupFilters } from '#client/components/lookup/lookup-filters.tsx'
import type { PanelFilter } from './use-panel-filter.ts'

const statuses = statusChoices(alertStatuses)

/** Filters the list of alerts by text, status, one email, phone or user, and hides inactive ones. */
export function AlertFilterCard({ filter }: { filter: PanelFilter }) {
  const { t } = useTranslation()
  const [cleared, setCleared] = useState(0)
  const { find, status, includeInactive, set, clear } = filter
  const onFind = useFind(filter)
  const onClear = () => {
    clear()
    setCleared(cleared + 1)
  }
  return (
    <search
      className="grid gap-4 rounded-lg border border-border bg-card p-card shadow-card"
      aria-label={t('alertAdmin.alerts.filter')}
    >
      <div className="flex flex-wrap items-end gap-4">
        <FindField key={cleared} initial={find} help={t('alertAdmin.alerts.find')} onSettled={onFind} />
        <StatusSelect
          value={status}
          statuses={statuses}
          labelFor={(item) => t(`filter.statuses.${item}`)}
          onChoose={(item) => set({ status: item })}
        />
        {/* Any single status already decides whether inactive ones show. */}
        <CheckboxRow
          name="includeInactive"
          label={t('alertAdmin.alerts.inactive')}
          help={status === 'ALL' ? undefined : t('alertAdmin.alerts.inactiveOnlyAll')}
          disabled={status !== 'ALL'}
          checked={includeInactive}
          error={undefined}
          onChange={(checked) => set({ inactive: checked ? '' : 'hidden' })}
        />
      </div>
      <LookupFilters filter={filter} onClear={onClear} />
    </search>
  )
}
