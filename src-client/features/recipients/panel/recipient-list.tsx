import { useTranslation } from 'react-i18next'
import type { Column } from '#client/components/list/data-table.tsx'
import type { RowAction } from '#client/components/list/row-actions.tsx'
import { PanelListPage } from '#client/components/panel-list/panel-list-page.tsx'
import { usePanelFilter, type PanelFilter } from '#client/components/panel-list/use-panel-filter.ts'
import type { QueryState } from '#client/components/ui/loading-or-failed.tsx'
import { trpc } from '#client/lib/api/trpc.ts'

const lists = {
  EMAIL: { texts: 'alertAdmin.emails' },
  PHONE: { texts: 'alertAdmin.phones' },
} as const

/** The filter of Emails or of Phones: a text. */
export const useRecipientFilter = (channel: keyof typeof lists): PanelFilter<never> => usePanelFilter(lists[channel])

type RecipientListProps<Row> = {
  channel: keyof typeof lists
  filter: PanelFilter<never>
  query: QueryState
  rows: readonly Row[] | undefined
  total: number | null | undefined
  columns: readonly Column<Row>[]
  rowName: (row: Row) => string
  getActions: (row: Row) => RowAction[]
  rowClassName?: (row: Row) => string | undefined
  shownActions?: number
  wide?: boolean
  help?: string
}

/** The page of Emails or of Phones. */
export function RecipientList<Row extends { id: number; stopReason: string }>(props: RecipientListProps<Row>) {
  const { channel, filter, rows, total, help } = props
  const { t } = useTranslation()
  const counted = trpc.controlPanel.recipientCount.useQuery(
    { filterText: filter.find, kind: channel },
    { enabled: total === null },
  )
  const anyStopped = rows?.some(({ stopReason }) => stopReason !== '')
  const helps = [help, anyStopped && t('alertAdmin.emails.stoppedHelp')].filter(Boolean)
  return (
    <PanelListPage {...props} list={lists[channel]} fullCount={counted.data?.content.total} help={helps.join(' ')} />
  )
}
