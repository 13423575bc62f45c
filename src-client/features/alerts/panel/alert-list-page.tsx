import { BellPlus, CircleCheck, CirclePause, Eye, Pencil, Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import type { RowAction } from '#client/components/list/row-actions.tsx'
import { PanelListPage } from '#client/components/panel-list/panel-list-page.tsx'
import { type PanelFilter, usePanelFilter } from '#client/components/panel-list/use-panel-filter.ts'
import { refreshThenShow } from '#client/lib/api/refresh-then-show.ts'
import { useStartContent } from '#client/lib/api/start-content.ts'
import { listOptions, trpc } from '#client/lib/api/trpc.ts'
import { showToast } from '#client/lib/dialogs/toasts.ts'
import { text } from '#client/lib/i18n/i18n.ts'
import { alertsOutsideRollPath } from '#client/lib/navigation.ts'
import type { AlertView } from '#shared/contract/alert-view.ts'
import { type AlertStatus as Status, alertStatuses } from '#shared/contract/alert.ts'
import { confirmAlertDeletion } from '../editor/confirm-alert-deletion.ts'
import { getAlertColumns } from './alert-columns.tsx'
import { panelAlertsPath } from './panel-alerts-path.ts'

const alertList = {
  texts: 'alertAdmin.alerts',
  hasLookups: true,
  statuses: alertStatuses,
  statusLabel: (status: 'ALL' | Status) => text(`filter.statuses.${status}`),
  inactive: {
    label: () => text('alertAdmin.alerts.inactive'),
    onlyAll: () => text('alertAdmin.alerts.inactiveOnlyAll'),
  },
} as const

/** The list's filter as API input. */
const alertListInput = ({ find, status, user, email, phone, includeInactive }: PanelFilter<Status>) => ({
  filterText: find,
  statusType: status,
  userId: user,
  emailAddressId: email,
  phoneNumberId: phone,
  includeInactive,
  // The finders list addresses, each for all of its owners.
  everyOwner: true,
})

/** Activate, Deactivate and Delete of a row. */
function useRowMutations(criteria: ReturnType<typeof alertListInput>) {
  const { t } = useTranslation()
  const utils = trpc.useUtils()
  const refresh = () => utils.controlPanel.invalidate()
  const options = refreshThenShow(refresh)
  const change = trpc.controlPanel.alertChangeStatusList.useMutation()
  const remove = trpc.controlPanel.alertDelete.useMutation()
  const isPending = change.isPending || remove.isPending
  // The response carries a list for REST clients; the page refetches its own, with the full count.
  const input = (alertId: number) => ({ alertId, ...criteria, page: 1 })
  /** It may be pressed on another page, or after another person activated the alert. */
  const undo = async (id: number) => {
    const { content } = await utils.controlPanel.alert.fetch({ id }, { staleTime: 0 })
    if (content.statusType === 'I') await change.mutateAsync(input(id))
    await refresh()
    showToast(t('alertAdmin.alerts.undone'))
  }
  const offerUndo = ({ id, name }: AlertView) =>
    showToast(t('alertAdmin.alerts.deactivated', { name }), {
      label: t('alertAdmin.alerts.undo'),
      elsewhere: t('alertAdmin.alerts.undoElsewhere'),
      // The central error handler shows an error.
      act: () => undo(id).catch(() => undefined),
    })
  return {
    toggle: (alert: AlertView) => {
      if (isPending) return
      const off = alert.statusType !== 'I'
      change.mutate(input(alert.id), off ? { onSuccess: () => refresh().then(() => offerUndo(alert)) } : options)
    },
    remove: async (alert: AlertView) => {
      if (isPending) return
      const question = t('alertAdmin.alerts.deleteQuestion', { name: alert.name })
      if (await confirmAlertDeletion(question, alert)) remove.mutate(input(alert.id), options)
    },
  }
}

/** The buttons of a row. An alert without an owner can only be viewed and deleted. */
function useRowActions(filter: PanelFilter<Status>): (alert: AlertView) => RowAction[] {
  const { t } = useTranslation()
  const mutations = useRowMutations(alertListInput(filter))
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
        action: `${panelAlertsPath}/${alert.id}${filter.querySuffix}`,
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

/** Alert List: the alerts of all users that the administrator may see. */
export function AlertListPage() {
  const { t } = useTranslation()
  const filter = usePanelFilter(alertList)
  const criteria = alertListInput(filter)
  const query = trpc.controlPanel.alerts.useQuery({ ...criteria, page: filter.page }, listOptions)
  const content = query.data?.content
  const hasRoll = useStartContent()?.hasRoll
  const counted = trpc.controlPanel.alertCount.useQuery(criteria, { enabled: content?.total === null })
  return (
    <>
      <PanelListPage
        list={alertList}
        filter={filter}
        query={query}
        rows={content?.alerts}
        total={content?.total}
        fullCount={counted.data?.content.total}
        columns={getAlertColumns(t)}
        rowName={({ name }) => name}
        getActions={useRowActions(filter)}
        exportPath={{ path: 'controlPanel/alertExport', criteria }}
        create={{ path: panelAlertsPath, label: t('alertAdmin.alerts.new'), icon: BellPlus }}
      />
      {hasRoll && (
        <p>
          <Link href={alertsOutsideRollPath} className="inline-flex min-h-8 items-center pointer-coarse:min-h-11">
            {t('alertAdmin.outside.link')}
          </Link>
        </p>
      )}
    </>
  )
}
