import type { TFunction } from 'i18next'
import { keepPreviousData } from '@tanstack/react-query'
import { FileSearch, RefreshCw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Field } from '#client/components/form/field.tsx'
import type { Column } from '#client/components/list/data-table.tsx'
import { inLine } from '#client/components/list/in-line.ts'
import { PagedTable } from '#client/components/list/paged-table.tsx'
import { type RowAction, RowActions } from '#client/components/list/row-actions.tsx'
import { Button } from '#client/components/ui/button.tsx'
import { NativeSelect } from '#client/components/ui/input.tsx'
import { ask, showMessage } from '#client/lib/dialogs/prompts.ts'
import { showToast } from '#client/lib/dialogs/toasts.ts'
import { trpc } from '#client/lib/api/trpc.ts'
import { useQueryPart } from '#client/lib/use-query-params.ts'
import { usePagePart } from '#client/lib/use-page-param.ts'
import type { FeedCalls } from './feed-types.ts'
import { RawDialog } from './raw-dialog.tsx'

type Item = FeedCalls['quarantine']['content']['items'][number]

function columnsOf(t: TFunction, actionsOf: (item: Item) => RowAction[]): Column<Item>[] {
  return [
    {
      key: 'document',
      head: t('feeds.quarantine.document'),
      cell: (item) => (
        <>
          <b>{item.documentId || t('feeds.quarantine.noId')}</b>
          <span className="block text-sm text-muted-foreground">
            {item.feed} · {t(`feeds.quarantine.stages.${item.stage}`)}
          </span>
        </>
      ),
    },
    {
      key: 'at',
      head: t('feeds.quarantine.at'),
      cardLabel: true,
      className: 'tabular-nums',
      cell: ({ at }) => at,
    },
    {
      key: 'problems',
      head: t('feeds.quarantine.problems'),
      cell: ({ problems }) => (
        <ul>
          {problems.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      ),
    },
    {
      key: 'actions',
      head: t('list.actions'),
      headHidden: true,
      className: inLine,
      cell: (item) => <RowActions of={item.documentId || t('feeds.quarantine.noId')} actions={actionsOf(item)} />,
    },
  ]
}

/** What could not be taken, with the reasons; each is shown as it was sent, retried or discarded. */
export function QuarantineCard() {
  const { t } = useTranslation()
  const utils = trpc.useUtils()
  const { query, change } = useQueryPart()
  const { page, hrefFor } = usePagePart('qpage')
  const [shown, setShown] = useState<number>()
  const feedId = Number(query.get('qfeed')) || undefined
  const of = feedId === undefined ? {} : { feedId }
  const names = trpc.feeds.names.useQuery()
  const list = trpc.feeds.quarantine.useQuery({ ...of, page }, { placeholderData: keepPreviousData, staleTime: 0 })
  const onSettled = () => utils.feeds.invalidate()

  const retry = trpc.feeds.retry.useMutation({
    onSettled,
    onSuccess: ({ content: { problems } }) => {
      if (problems.length === 0) showToast(t('feeds.quarantine.taken'))
      else void showMessage('WARNING', t('feeds.quarantine.stays', { problems: problems.join('; ') }))
    },
  })
  const retryAll = trpc.feeds.retryAll.useMutation({
    onSettled,
    onSuccess: ({ content: { all, ...counts } }) =>
      void showMessage('INFO', t(all ? 'feeds.quarantine.retried' : 'feeds.quarantine.retriedSome', counts)),
  })
  const discard = trpc.feeds.discard.useMutation({
    onSettled,
    onSuccess: () => showToast(t('feeds.quarantine.discarded')),
  })
  const idOf = ({ documentId }: Item) => documentId || t('feeds.quarantine.noId')
  const confirm = async (item: Item) => {
    const yes = await ask({
      title: t('feeds.quarantine.discardQuestion', { id: idOf(item) }),
      detail: t('feeds.quarantine.discardDetail'),
      yes: t('feeds.quarantine.discard'),
      destructive: true,
    })
    if (yes) discard.mutate({ id: item.id })
  }

  const actionsOf = (item: Item): RowAction[] => [
    { key: 'show', label: t('feeds.quarantine.show'), icon: FileSearch, act: () => setShown(item.id) },
    {
      key: 'retry',
      label: t('feeds.quarantine.retry'),
      icon: RefreshCw,
      act: () => retry.mutate({ id: item.id }),
      busy: retry.isPending && retry.variables.id === item.id && t('feeds.quarantine.retrying'),
    },
    {
      key: 'discard',
      label: t('feeds.quarantine.discard'),
      icon: Trash2,
      act: () => void confirm(item),
      destructive: true,
    },
  ]
  return (
    <section aria-labelledby="quarantine" className="grid gap-3">
      <div>
        <h2 id="quarantine">{t('feeds.quarantine.title')}</h2>
        <p className="max-w-prose text-sm text-muted-foreground">{t('feeds.quarantine.help')}</p>
      </div>
      <div className="flex flex-wrap items-end gap-3">
        <Field label={t('feeds.quarantine.feed')} className="max-sm:w-full">
          {(control) => (
            <NativeSelect
              {...control}
              value={feedId ?? ''}
              onChange={(event) => change({ qfeed: event.target.value, qpage: '' }, { replace: true })}
            >
              <option value="">{t('feeds.quarantine.allFeeds')}</option>
              {names.data?.content.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </NativeSelect>
          )}
        </Field>
        {(list.data?.content.total ?? 0) > 0 && (
          <Button
            variant="secondary"
            busy={retryAll.isPending && t('feeds.quarantine.retrying')}
            onClick={() => retryAll.mutate(of)}
          >
            <RefreshCw aria-hidden />
            {t('feeds.quarantine.retryAll')}
          </Button>
        )}
      </div>
      <PagedTable
        loading={t('feeds.quarantine.loading')}
        failed={t('feeds.quarantine.failed')}
        columns={columnsOf(t, actionsOf)}
        rows={list.data?.content.items}
        rowKey={({ id }) => id}
        total={list.data?.content.total}
        filtered={feedId !== undefined}
        query={list}
        page={page}
        hrefFor={hrefFor}
      />
      {shown !== undefined && <RawDialog id={shown} onClose={() => setShown(undefined)} />}
    </section>
  )
}
