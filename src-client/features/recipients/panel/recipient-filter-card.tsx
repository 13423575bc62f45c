import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FindField } from '#client/components/list/filter-controls.tsx'
import { useFind } from '#client/components/list/use-list-filter.ts'
import { Button } from '#client/components/ui/button.tsx'
import type { RecipientFilter } from './use-recipient-filter.ts'

/** Filters the list of emails or phones by text. */
export function RecipientFilterCard({ filter, kind }: { filter: RecipientFilter; kind: 'emails' | 'phones' }) {
  const { t } = useTranslation()
  const [cleared, setCleared] = useState(0)
  const onFind = useFind(filter)
  return (
    <search
      className="flex flex-wrap items-end gap-4 rounded-lg border border-border bg-card p-card shadow-card"
      aria-label={t(`alertAdmin.${kind}.filter`)}
    >
      <FindField key={cleared} initial={filter.find} help={t(`alertAdmin.${kind}.find`)} onSettled={onFind} />
      {filter.filtered && (
        <Button
          variant="quiet"
          onClick={() => {
            filter.clear()
            setCleared(cleared + 1)
          }}
        >
          {t('filter.clear')}
        </Button>
      )}
    </search>
  )
}
