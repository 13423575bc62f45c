import type { TFunction } from 'i18next'
import { BellPlus, CircleCheck, CirclePause, Eye, Pencil, Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import type { AlertView } from '#shared/contract/alert.ts'
import { PageTitle } from '#client/components/layout/page-title.tsx'
import { AlertStatus } from '../status/alert-status.tsx'
import type { Column } from '#client/components/list/data-table.tsx'
import { ExportButton } from '#client/components/list/export-button.tsx'
import { PagedTable } from '#client/components/list/paged-table.tsx'
import { type RowAction, RowActions } from '#client/components/list/row-actions.tsx'
import { Button } from '#client/components/ui/button.tsx'
import { ask, showMessage } from '#client/lib/dialogs/prompts.ts'
import { listOptions, trpc } from '#client/lib/api/trpc.ts'
import { AlertFilterCard } from './alert-filter-card.tsx'
import { type PanelFilter, usePanelFilter } from './use-panel-filter.ts'

/** The list's filter as API input. */
const alertListInput = ({ find, status, user, email, phone, includeInactive }: PanelFilter) => ({
  filterText: find,
  statusType: status,
  userId: user,
  emailAddressId: email,
  phoneNumberId: phone,
  includeInactive,
})

function useAlerts(filter: PanelFilter) {
  const criteria = alertListInput(filter)
  const list = trpc.controlPanel.alerts.useQuery({ ...criteria, page: filter.page }, listOptions)
  const content = list.data?.content
  const counted = trpc.controlPanel.alertCount.useQuery(criteria, { enabled: content?.total === null })
  return { list, rows: content?.alerts, total: content?.total ?? (content && (counted.data?.content.total ?? null)) }
}

/** Activate, Deactivate and Delete of a row. */
function useRowMutations(filter: PanelFilter) {
  const { t } = useTranslation()
  const utils = trpc.useUtils()
  const change = trpc.controlPanel.alertChangeStatusList.useMutation()
  const remove = trpc.controlPanel.alertDelete.useMutation()
  const isPending = change.isPending || remove.isPending
  // The response carries a list for REST clients; the page refetches its own, with the full count.
  const input = (alertId: number) => ({ alertId, ...alertListInput(filter), page: 1 })
  const options = {
    onSuccess: async ({ message = '' }: { message?: string | undefined }) => {
      await utils.controlPanel.invalidate()
      void showMessage('OK', message)
    },
  }
  return {
    toggle: ({ id }: AlertView) => {
      if (!isPending) change.mutate(input(id), options)
    },
    remove: async ({ id, name, criteria }: AlertView) => {
      if (isPending) return
      const sure = await ask({
        title: t('alertAdmin.alerts.deleteQuestion', { name }),
        detail: t('alert.deleteDetail', { criteria }),
        yes: t('alert.deleteYes'),
        destructive: true,
      })
      if (sure) remove.mutate(input(id), options)
    },
  }
}

/** The buttons of a row. An alert without an owner can only be viewed and deleted. */
function useRowActions(filter: PanelFilter): (alert: AlertView) => RowAction[] {
  const { t } = useTranslation()
  const mutations = useRowMutations(filter)
  const label = (part: 'edit' | 'view' | 'activate' | 'deactivate' | 'delete') => t(`alertAdmin.alerts.${part}`)
  return (alert) => {
    const remove: RowAction = {
      key: 'delete',
      label: label('delete'),
      icon: Trash2,
      action: () => void mutations.remove(alert),
      destructive: true,
    }
    if (alert.userId === null) {
      const view = `/controlPanel/alertsView/${alert.id}${filter.querySuffix}`
      return [{ key: 'view', label: label('view'), icon: Eye, action: view }, remove]
    }
    const off = alert.statusType === 'I'
    return [
      {
        key: 'edit',
        label: label('edit'),
        icon: Pencil,
        action: `/controlPanel/alerts/${alert.id}${filter.querySuffix}`,
      },
      {
        key: 'toggle',
        label: off ? label('activate') : label('deactivate'),
        icon: off ? CircleCheck : CirclePause,
        action: () => mutations.toggle(alert),
        toggles: true,
      },
      remove,
    ]
  }
}

/** Keeps a column wide enough in a wide table, next to a column with a long word. */
const wideCell = (text: string) => <span className="@min-[52rem]:block @min-[52rem]:min-w-36">{text}</span>

function getColumns(t: TFunction, getActions: (alert: AlertView) => RowAction[]): Column<AlertView>[] {
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
    { key: 'key', head: head('key'), cell: ({ criteria }) => wideCell(criteria), cardLabel: true },
    {
      key: 'actions',
      head: t('list.actions'),
      headHidden: true,
      cell: (alert) => <RowActions itemName={alert.name} actions={getActions(alert)} />,
    },
  ]
}

/** Alert List: the alerts of all users that the administrator may see. */
export function AlertListPage() {
  const { t } = useTranslation()
  const filter = usePanelFilter()
  const { list, rows, total } = useAlerts(filter)
  const getActions = useRowActions(filter)

  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <PageTitle title={t('alertAdmin.alerts.title')} />
        <div className="flex flex-wrap gap-3 max-sm:w-full max-sm:[&>*]:flex-1">
          <ExportButton path="controlPanel/alertExport" criteria={alertListInput(filter)} total={total} />
          <Button asChild>
            <Link href={`/controlPanel/alerts/0${filter.querySuffix}`}>
              <BellPlus aria-hidden />
              {t('alertAdmin.alerts.new')}
            </Link>
          </Button>
        </div>
      </div>
      <AlertFilterCard filter={filter} />
      <PagedTable
        loading={t('alertAdmin.alerts.loading')}
        failed={t('alertAdmin.alerts.failed')}
        columns={getColumns(t, getActions)}
        rows={rows}
        rowKey={({ id }) => id}
        total={total}
        filtered={filter.filtered}
        query={list}
        page={filter.page}
        hrefFor={filter.hrefFor}
      />
    </>
  )
}
