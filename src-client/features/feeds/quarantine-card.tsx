import { keepPreviousData } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Field } from '#client/components/form/field.tsx'
import type { Column } from '#client/components/list/data-table.tsx'
import { unwrappedActions } from '#client/components/list/in-line.ts'
import { PagedTable } from '#client/components/list/paged-table.tsx'
import { type RowAction, RowActions } from '#client/components/list/row-actions.tsx'
import { Button } from '#client/components/ui/button.tsx'
import { NativeSelect } from '#client/components/ui/input.tsx'
import { trpc } from '#client/lib/api/trpc.ts'
import { usePageParam } from '#client/lib/use-page-param.ts'
import { useQueryParams } from '#client/lib/use-query-params.ts'
import type { FeedCalls } from './feed-types.ts'
import { RawDialog } from './raw-dialog.tsx'
import { useQuarantineActions } from './use-quarantine-actions.ts'

type Item = FeedCalls['quarantine']['content']['items'][number]

function getColumns(t: TFunction, getActions: (item: Item) => RowAction[]): Column<Item>[] {
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
      className: 'tabular-nums @min-[50rem]:whitespace-nowrap',
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
      className: unwrappedActions,
      cell: (item) => (
        <RowActions itemName={item.documentId || t('feeds.quarantine.noId')} actions={getActions(item)} />
      ),
    },
  ]
}

type FeedSelectProps = { feedId: number | undefined; onChoose: (id: string) => void }

/** Narrows the list to one feed. */
function FeedSelect({ feedId, onChoose }: FeedSelectProps) {
  const { t } = useTranslation()
  const names = trpc.feeds.names.useQuery()
  return (
    <Field label={t('feeds.quarantine.feed')} className="max-sm:w-full">
      {(control) => (
        <NativeSelect {...control} value={feedId ?? ''} onChange={(event) => onChoose(event.target.value)}>
          <option value="">{t('feeds.quarantine.allFeeds')}</option>
          {names.data?.content.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </NativeSelect>
      )}
    </Field>
  )
}

/** Records that could not be accepted, with the reasons. Each can be shown as received, retried or discarded. */
export function QuarantineCard() {
  const { t } = useTranslation()
  const { query, change } = useQueryParams()
  const { page, hrefFor } = usePageParam('qpage')
  const [shown, setShown] = useState<number>()
  const feedId = Number(query.get('qfeed')) || undefined
  const of = feedId === undefined ? {} : { feedId }
  const list = trpc.feeds.quarantine.useQuery({ ...of, page }, { placeholderData: keepPreviousData, staleTime: 0 })
  const { retryAll, getActions } = useQuarantineActions(setShown)
  return (
    <section aria-labelledby="quarantine" className="grid gap-3">
      <div>
        <h2 id="quarantine">{t('feeds.quarantine.title')}</h2>
        <p className="max-w-prose text-sm text-muted-foreground">{t('feeds.quarantine.help')}</p>
      </div>
      <div className="flex flex-wrap items-end gap-3">
        <FeedSelect feedId={feedId} onChoose={(id) => change({ qfeed: id, qpage: '' }, { replace: true })} />
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
        columns={getColumns(t, getActions)}
        rows={list.data?.content.items}
        rowKey={({ id }) => id}
        total={list.data?.content.total}
        wide
        filtered={feedId !== undefined}
        query={list}
        page={page}
        hrefFor={hrefFor}
      />
      {shown !== undefined && <RawDialog id={shown} onClose={() => setShown(undefined)} />}
    </section>
  )
}
