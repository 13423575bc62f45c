import { useTranslation } from 'react-i18next'
import { rowRange } from './pages.ts'

const grouped = new Intl.NumberFormat('en-US')

/** 'Displaying Results: a-b of n', as a status: it is read out when a filter or page changes it. */
export function ResultsLine({ id, page, total }: { id: string; page: number; total: number }) {
  const { t } = useTranslation()
  const { from, to } = rowRange(page, total)
  return (
    <output id={id} className="mb-2 block font-semibold tabular-nums">
      {t('list.results', { from: grouped.format(from), to: grouped.format(to), total: grouped.format(total) })}
    </output>
  )
}
