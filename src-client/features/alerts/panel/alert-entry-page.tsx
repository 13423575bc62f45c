import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Redirect, useLocation, useParams, useSearch } from 'wouter'
import { type AlertView, flattenCriteria } from '#shared/contract/alert.ts'
import { formatCriteria } from '#shared/domain/alert/alert-types.ts'
import type { AlertFormValues } from '../form/alert-form-values.ts'
import { useConfirmDuplicate } from '../form/use-confirm-duplicate.ts'
import { toAlertRules } from '../form/to-alert-rules.ts'
import { useBaseVersion } from '#client/components/form/use-base-version.ts'
import { PageTitle } from '#client/components/layout/page-title.tsx'
import { RecordLoading } from '#client/components/list/record-loading.tsx'
import { Card } from '#client/components/ui/card.tsx'
import { confirmReload, isOutdated } from '#client/lib/api/confirm-reload.ts'
import { inBackground } from '#client/lib/api/client.ts'
import { useCurrentUser } from '#client/lib/session/current-user.ts'
import { dropDraft } from '#client/lib/drafts.ts'
import { getFieldErrors, getErrorMessage, requiresLogin } from '#client/lib/api/errors.ts'
import { goToLogin } from '#client/lib/navigation.ts'
import { ask, showMessage } from '#client/lib/dialogs/prompts.ts'
import { useStartContent } from '#client/lib/api/start-content.ts'
import { trpc } from '#client/lib/api/trpc.ts'
import { useResend } from '../status/use-resend.ts'
import { AlertEntryForm, panelDraftName } from './alert-entry-form.tsx'

/** Save, delete and resend, with their messages. `onLoad` loads the alert that someone else saved first. */
function useAlertActions(alert: AlertView | undefined, version: number | undefined, onLoad: () => Promise<void>) {
  const { t } = useTranslation()
  const utils = trpc.useUtils()
  const [done, setDone] = useState(false)
  const confirmDuplicate = useConfirmDuplicate({ byStaff: true })
  const save = trpc.controlPanel.saveAlert.useMutation({ meta: { handled: true } })
  const remove = trpc.controlPanel.alertDelete.useMutation()
  const resend = useResend()
  // Back to the list, with nothing cached of the alert.
  const leave = async (message: string) => {
    dropDraft(panelDraftName(alert?.id))
    setDone(true)
    await Promise.all([utils.controlPanel.invalidate(), utils.userView.invalidate(), utils.home.invalidate()])
    void showMessage('OK', message)
  }
  return {
    done,
    ...resend,
    onSave: async (values: AlertFormValues) => {
      try {
        const criteriaChanged = formatCriteria(values.criteria) !== alert?.criteria || values.userId !== alert.userId
        if (criteriaChanged && !(await confirmDuplicate([values]))) return undefined
        const { message = '' } = await save.mutateAsync({ ...flattenCriteria(values), ...(alert && { version }) })
        await leave(message)
        return undefined
      } catch (error) {
        const fields = getFieldErrors(error)
        if (Object.keys(fields).length > 0) return fields
        if (isOutdated(error)) {
          if (await confirmReload(error)) await onLoad()
        } else if (requiresLogin(error)) goToLogin()
        else void showMessage('WARNING', getErrorMessage(error))
        return undefined
      }
    },
    onDelete: async () => {
      if (!alert || remove.isPending) return
      const sure = await ask({
        title: t('alertAdmin.entry.deleteQuestion'),
        detail: t('alert.deleteDetail', { criteria: alert.criteria }),
        yes: t('alert.deleteYes'),
        destructive: true,
      })
      if (!sure) return
      const input = { alertId: alert.id, page: 1 }
      remove.mutate(input, { onSuccess: async ({ message = '' }) => leave(message) })
    },
  }
}

const refetchMs = 5_000
const hasUnverified = (alert: AlertView | undefined): boolean =>
  alert !== undefined && [...alert.alertEmailAddresses, ...alert.alertPhones].some(({ verified }) => !verified)

/** Alert: edits one or, with id 0, creates one. */
export function AlertEntryPage() {
  const { t } = useTranslation()
  const id = Number(useParams<{ id: string }>().id)
  const search = useSearch()
  const [, navigate] = useLocation()
  const list = `/controlPanel/alerts${search && `?${search}`}`
  const start = useStartContent()
  const user = useCurrentUser()
  const found = trpc.controlPanel.alert.useQuery(
    { id },
    {
      enabled: id !== 0,
      staleTime: 0,
      refetchOnMount: 'always',
      gcTime: 0,
      trpc: inBackground,
      meta: { handled: true },
      // A recipient may follow the link while the page is open.
      refetchInterval: ({ state }) => hasUnverified(state.data?.content) && refetchMs,
    },
  )
  const alert = id === 0 ? undefined : found.data?.content
  const { baseVersion, reloadCount, reload } = useBaseVersion(panelDraftName(id), user.data?.content.userId, found)
  const { done, ...actions } = useAlertActions(alert, baseVersion, reload)

  // In an effect, after the form has turned its leave guard off; otherwise the guard would ask.
  useEffect(() => {
    if (done) navigate(list)
  }, [done, list, navigate])

  if (alert?.userId === null) return <Redirect to={`/controlPanel/alertsView/${id}${search && `?${search}`}`} replace />
  return (
    <>
      <PageTitle title={t('alertAdmin.entry.title')} />
      {start && user.data && (id === 0 || alert) ? (
        <AlertEntryForm
          key={`${id} ${reloadCount}`}
          alert={alert}
          suppressions={found.data?.stops ?? []}
          version={baseVersion}
          rules={toAlertRules(start)}
          readerId={user.data.content.userId}
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
