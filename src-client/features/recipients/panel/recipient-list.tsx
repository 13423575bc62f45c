import { useTranslation } from 'react-i18next'
import type { Column } from '#client/components/list/data-table.tsx'
import type { RowAction } from '#client/components/list/row-actions.tsx'
import { PanelListPage } from '#client/components/panel-list/panel-list-page.tsx'
import { usePanelFilter, type PanelFilter } from '#client/components/panel-list/use-panel-filter.ts'
import type { QueryState } from '#client/components/ui/loading-or-failed.tsx'
import { trpc } from '#client/lib/api/trpc.ts'
import type { AddressGroup } from '#server/features/recipients/list-recipients.ts'
import { sharedRowClass, type SharedRow, toSharedRows } from './shared-rows.ts'
import { useRowCorrections } from './use-row-corrections.tsx'

const lists = {
  EMAIL: { texts: 'alertAdmin.emails' },
  PHONE: { texts: 'alertAdmin.phones' },
} as const

/** The filter of Emails or of Phones: a text. */
export const useRecipientFilter = (channel: keyof typeof lists): PanelFilter<never> => usePanelFilter(lists[channel])

type Recipient = { id: number; stopReason: string; alertCount: number }
type RecipientListProps<View> = {
  channel: keyof typeof lists
  filter: PanelFilter<never>
  query: QueryState & {
    data?: { content: { groups: readonly AddressGroup<View>[]; total: number | null } } | undefined
  }
  columns: readonly Column<SharedRow<View>>[]
  /** The address or number, as it is shown. */
  getTarget: (row: SharedRow<View>) => string
  /** In addition to those that both lists have. */
  getActions?: (row: SharedRow<View>) => RowAction[]
  shownActions?: number
  wide?: boolean
  help?: string
}

/** The page of Emails or of Phones. */
export function RecipientList<View extends Recipient>(props: RecipientListProps<View>) {
  const { channel, filter, query, help, getTarget } = props
  const { t } = useTranslation()
  const content = query.data?.content
  const rows = toSharedRows(content?.groups)
  const counted = trpc.controlPanel.recipientCount.useQuery(
    { filterText: filter.find, kind: channel },
    { enabled: content?.total === null },
  )
  const corrections = useRowCorrections(channel)
  const anyStopped = rows?.some(({ stopReason }) => stopReason !== '')
  const helps = [help, anyStopped && t('alertAdmin.emails.stoppedHelp')].filter(Boolean)
  return (
    <>
      <PanelListPage
        {...props}
        list={lists[channel]}
        rows={rows}
        rowClassName={sharedRowClass}
        rowName={(row) => [getTarget(row), row.owners > 1 && row.owner?.username].filter(Boolean).join(', ')}
        getActions={(row) => [...corrections.getActions(row, getTarget(row)), ...(props.getActions?.(row) ?? [])]}
        total={content?.total}
        fullCount={counted.data?.content.total}
        help={helps.join(' ')}
      />
      {corrections.dialog}
    </>
  )
}
