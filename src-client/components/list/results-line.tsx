import { useTranslation } from 'react-i18next'
import { formatCount } from '#client/lib/format/count.ts'
import { maxCountedWithRows, pageSize } from '#shared/contract/paging.ts'
import { rowRange } from './pages.ts'

type ResultsLineProps = {
  id: string
  page: number
  /** Null while there are too many rows to count in the same call and the full count is loading. */
  total: number | null
}

/** 'Displaying Results: a-b of n', as a status that is announced when a filter or page changes it. */
export function ResultsLine({ id, page, total }: ResultsLineProps) {
  const { t } = useTranslation()
  const { from, to } = rowRange(page, total ?? Math.max(maxCountedWithRows, page * pageSize))
  const n = total === null ? t('list.counting', { least: formatCount(maxCountedWithRows) }) : formatCount(total)
  return (
    <output id={id} className="mb-2 block font-semibold tabular-nums">
      {t('list.results', { from: formatCount(from), to: formatCount(to), total: n })}
    </output>
  )
}
