import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Redirect, useParams, useSearch } from 'wouter'
import { useBaseVersion } from '#client/components/form/use-base-version.ts'
import { PageTitle } from '#client/components/layout/page-title.tsx'
import { RecordLoading } from '#client/components/list/record-loading.tsx'
import { readLookupFilters } from '#client/components/lookup/lookup-filters.tsx'
import { Card } from '#client/components/ui/card.tsx'
import { useStartContent } from '#client/lib/api/start-content.ts'
import { trpc } from '#client/lib/api/trpc.ts'
import { showMessage } from '#client/lib/dialogs/prompts.ts'
import { useCurrentUser } from '#client/lib/session/current-user.ts'
import { useNavigateWhen } from '#client/lib/use-navigate-when.ts'
import type { AlertView } from '#shared/contract/alert-view.ts'
import { editedAlertOptions } from '../editor/edited-alert-options.ts'
import { useAlertActions } from '../editor/use-alert-actions.ts'
import { useRemovePanelException } from '../editor/use-remove-exception.ts'
import { toNewAlert } from '../form/alert-form-values.ts'
import { toAlertRules } from '../form/to-alert-rules.ts'
import { AlertEntryForm, panelDraftName } from './alert-entry-form.tsx'
import { panelAlertsPath } from './panel-alerts-path.ts'

/** The editor's actions; after saving or deleting, `done` leads back to the list, with nothing cached of the alert. */
function usePanelActions(
  alert: AlertView | undefined,
  version: number | undefined,
  { draft, onOutdated }: { draft: string; onOutdated: () => Promise<void> },
) {
  const { t } = useTranslation()
  const utils = trpc.useUtils()
  const [done, setDone] = useState(false)
  const save = trpc.controlPanel.saveAlert.useMutation({ meta: { handled: true } })
  const saveAll = trpc.controlPanel.saveAlerts.useMutation({ meta: { handled: true } })
  const remove = trpc.controlPanel.alertDelete.useMutation()
  const leave = async ({ message = '' }: { message?: string | undefined }) => {
    setDone(true)
    await Promise.all([utils.controlPanel.invalidate(), utils.userView.invalidate(), utils.home.invalidate()])
    void showMessage('OK', message)
  }
  const actions = useAlertActions({
    alert,
    version,
    draft,
    byStaff: true,
    save: async (input) => ({ message: (await save.mutateAsync(input)).message }),
    saveAll: async (alerts) => {
      const saved = await saveAll.mutateAsync({ userId: alerts[0]?.userId ?? 0, alerts: alerts.map(toNewAlert) })
      return { message: saved.message }
    },
    recover: () => ({ message: t('alert.savedBefore') }),
    onSaved: leave,
    onOutdated,
    isDeleting: remove.isPending,
    deleteQuestion: () => t('alertAdmin.entry.deleteQuestion'),
    remove: ({ id }) => remove.mutateAsync({ alertId: id, page: 1 }),
    onDeleted: leave,
  })
  return { done, ...actions }
}

/** Alert: edits one or, with id 0, creates one. */
export function AlertEntryPage() {
  const { t } = useTranslation()
  const id = Number(useParams<{ id: string }>().id)
  const search = useSearch()
  const list = panelAlertsPath + (search && `?${search}`)
  const start = useStartContent()
  const user = useCurrentUser()
  const newForId = id === 0 ? readLookupFilters(new URLSearchParams(search)).user : undefined
  const draft = panelDraftName(id || undefined, newForId)
  const newFor = trpc.userManager.user.useQuery(
    { id: newForId ?? 0 },
    { enabled: newForId !== undefined, gcTime: 0, meta: { handled: true } },
  )
  const found = trpc.controlPanel.alert.useQuery(
    { id },
    { ...editedAlertOptions, enabled: id !== 0, meta: { handled: true } },
  )
  const alert = id === 0 ? undefined : found.data?.content
  const { baseVersion, reloadCount, reload } = useBaseVersion(draft, user.data?.content.userId, found)
  const { done, ...actions } = usePanelActions(alert, baseVersion, { draft, onOutdated: reload })
  const removeException = useRemovePanelException(alert?.id)
  useNavigateWhen(done, list)

  if (alert?.userId === null) return <Redirect to={`/controlPanel/alertsView/${id}${search && `?${search}`}`} replace />
  return (
    <>
      <PageTitle title={t('alertAdmin.entry.title')} />
      {start && user.data && (id === 0 ? !newFor.isLoading : alert) ? (
        <AlertEntryForm
          key={`${id} ${newForId} ${reloadCount}`}
          alert={alert}
          exceptions={found.data?.exceptions ?? []}
          onRemoveException={removeException}
          suppressions={found.data?.stops ?? []}
          version={baseVersion}
          rules={toAlertRules(start)}
          readerId={user.data.content.userId}
          newFor={newFor.data?.content}
          draftName={draft}
          list={list}
          saved={done}
          {...actions}
          onLoad={() => void reload()}
          onDelete={() => void actions.onDelete()}
        />
      ) : (
        <Card>
          <RecordLoading query={found} loading={t('alertAdmin.entry.loading')} lines={10} list={list} />
        </Card>
      )}
    </>
  )
}
