import type { TFunction } from 'i18next'
import type { Column } from '#client/components/list/data-table.tsx'
import type { AlertView } from '#shared/contract/alert-view.ts'
import { AlertStatus } from '../status/alert-status.tsx'
import { PropertyLine } from '../status/property-line.tsx'

/** Keeps a column wide enough in a wide table, next to a column with a long word. */
const wideCell = (text: string) => <span className="@min-[52rem]:block @min-[52rem]:min-w-36">{text}</span>

/** The columns of a list of alerts in the panel. */
export function getAlertColumns(t: TFunction): Column<AlertView>[] {
  const head = (name: 'name' | 'username' | 'type' | 'key') => t(`alertAdmin.alerts.columns.${name}`)
  return [
    {
      key: 'name',
      head: head('name'),
      cell: (alert) => (
        <span className="flex flex-wrap items-baseline gap-x-2.5 gap-y-1">
          <b className="min-w-0 wrap-anywhere @min-[52rem]:min-w-28">{alert.name}</b>
          {(alert.statusType !== 'A' || alert.nothingSent) && <AlertStatus alert={alert} />}
        </span>
      ),
    },
    {
      key: 'username',
      head: head('username'),
      cell: ({ username }) => wideCell(username ?? t('alertAdmin.alerts.migrated')),
      cardLabel: true,
    },
    {
      key: 'type',
      head: head('type'),
      cell: ({ criteriaType }) => criteriaType,
      cardLabel: true,
      className: 'whitespace-nowrap',
    },
    {
      key: 'key',
      head: head('key'),
      cell: (alert) => (
        <>
          {wideCell(alert.criteria)}
          <PropertyLine alert={alert} />
        </>
      ),
      cardLabel: true,
    },
  ]
}
