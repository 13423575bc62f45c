import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { cn } from '#client/lib/cn.ts'
import { CheckboxRow } from '../form/checkbox-field.tsx'
import { FindField, statusChoices, StatusSelect } from '../list/filter-controls.tsx'
import { useFind } from '../list/use-list-filter.ts'
import { LookupFilters } from '../lookup/lookup-filters.tsx'
import { Button } from '../ui/button.tsx'
import type { PanelFilter, PanelList } from './use-panel-filter.ts'

type PanelFilterCardProps<Status extends string> = { list: PanelList<Status>; filter: PanelFilter<Status> }

const fieldRow = 'flex flex-wrap items-end gap-4'

/** Filters a list of the panel by text and by whatever else the list names. */
export function PanelFilterCard<Status extends string>({ list, filter }: PanelFilterCardProps<Status>) {
  const { t } = useTranslation()
  const [cleared, setCleared] = useState(0)
  const { texts, hasLookups, statuses, statusLabel, inactive } = list
  const { find, status, includeInactive, set, clear } = filter
  const onFind = useFind(filter)
  const onClear = () => {
    clear()
    setCleared(cleared + 1)
  }
  const fields = (
    <>
      <FindField key={cleared} initial={find} help={t(`${texts}.find`)} onSettled={onFind} />
      {statuses && statusLabel && (
        <StatusSelect
          value={status}
          statuses={statusChoices(statuses)}
          labelFor={statusLabel}
          onChoose={(item) => set({ status: item })}
        />
      )}
      {/* Any single status already decides whether inactive ones show. */}
      {inactive && (
        <CheckboxRow
          name="includeInactive"
          label={inactive.label()}
          help={status === 'ALL' ? undefined : inactive.onlyAll()}
          disabled={status !== 'ALL'}
          checked={includeInactive}
          error={undefined}
          onChange={(checked) => set({ inactive: checked ? '' : 'hidden' })}
        />
      )}
    </>
  )
  return (
    <search
      className={cn(hasLookups ? 'grid gap-4' : fieldRow, 'rounded-lg border border-border bg-card p-card shadow-card')}
      aria-label={t(`${texts}.filter`)}
    >
      {hasLookups ? <div className={fieldRow}>{fields}</div> : fields}
      {hasLookups && <LookupFilters filter={filter} onClear={onClear} />}
      {!hasLookups && filter.filtered && (
        <Button variant="quiet" onClick={onClear}>
          {t('filter.clear')}
        </Button>
      )}
    </search>
  )
}
