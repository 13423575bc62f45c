import type { TFunction } from 'i18next'
import { Send } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Column } from '#client/components/list/data-table.tsx'
import { unwrappedActions } from '#client/components/list/in-line.ts'
import { PagedTable } from '#client/components/list/paged-table.tsx'
import { type RowAction, RowActions } from '#client/components/list/row-actions.tsx'
import { PlaceName } from '#client/components/record/place-name.tsx'
import { useLiveQuery } from '#client/lib/api/live-query.ts'
import { trpc } from '#client/lib/api/trpc.ts'
import { ask } from '#client/lib/dialogs/prompts.ts'
import { showToast } from '#client/lib/dialogs/toasts.ts'
import { usePageParam } from '#client/lib/use-page-param.ts'
import { FailedReasons } from './failed-reasons.tsx'
import { ListSection } from './list-section.tsx'
import type { Monitoring } from './use-monitoring.ts'

type Failed = Monitoring['failed']['content']['notices'][number]

const everyMs = 15_000

function getColumns(t: TFunction, getActions: (notice: Failed) => RowAction[]): Column<Failed>[] {
  return [
    {
      key: 'when',
      head: t('monitoring.failedList.when'),
      cardLabel: true,
      className: 'tabular-nums whitespace-nowrap',
      cell: ({ at }) => at,
    },
    {
      key: 'to',
      head: t('monitoring.failedList.to'),
      cell: ({ target, username, kind }) => (
        <>
          <b>{target}</b>
          <span className="block text-sm text-muted-foreground">
            {/* A test text has no owner. Any other message without an owner belongs to a migrated alert. */}
            {kind === 'test' && username === null ? '' : `${username ?? t('alertAdmin.alerts.migrated')} · `}
            {t(`monitoring.failedList.kinds.${kind}`)}
          </span>
        </>
      ),
    },
    {
      key: 'record',
      head: t('monitoring.failedList.record'),
      cardLabel: true,
      cell: (notice) => (
        <>
          {notice.documentId ?? '–'}
          <PlaceName record={notice} />
        </>
      ),
    },
    {
      key: 'reason',
      head: t('monitoring.failedList.reason'),
      cardLabel: true,
      cell: ({ reason, calls }) => (
        <>
          {reason}{' '}
          <span className="text-sm text-muted-foreground">({t('monitoring.failedList.calls', { count: calls })})</span>
        </>
      ),
    },
    {
      key: 'actions',
      head: t('list.actions'),
      headHidden: true,
      className: unwrappedActions,
      cell: (row) => <RowActions itemName={row.target} actions={getActions(row)} />,
    },
  ]
}

/** Failed messages, each with the reason and Resend. */
export function FailedCard() {
  const { t } = useTranslation()
  const utils = trpc.useUtils()
  const { page, hrefFor } = usePageParam('failed')
  const list = trpc.monitoring.failed.useQuery({ page }, useLiveQuery(everyMs))
  const again = trpc.monitoring.sendAgain.useMutation({
    onSuccess: () => showToast(t('monitoring.failedList.sent')),
    onSettled: () => utils.monitoring.invalidate(),
  })
  const resend = async ({ id, target }: Failed) => {
    if (
      await ask({ title: t('monitoring.failedList.question', { target }), yes: t('monitoring.failedList.sendAgain') })
    )
      again.mutate({ id })
  }
  const getActions = (row: Failed): RowAction[] => [
    {
      key: 'again',
      label: t('monitoring.failedList.sendAgain'),
      icon: Send,
      action: () => void resend(row),
      busy: again.isPending && again.variables.id === row.id && t('monitoring.failedList.sending'),
    },
  ]
  return (
    <ListSection title={t('monitoring.failedList.title')} help={t('monitoring.failedList.help')}>
      <FailedReasons />
      <PagedTable
        loading={t('monitoring.failedList.loading')}
        failed={t('monitoring.failedList.failed')}
        columns={getColumns(t, getActions)}
        rows={list.data?.content.notices}
        rowKey={({ id }) => id}
        total={list.data?.content.total}
        filtered={false}
        query={list}
        page={page}
        hrefFor={hrefFor}
      />
    </ListSection>
  )
}
