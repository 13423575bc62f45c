import { keepPreviousData } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { CircleCheck, CircleX, KeyRound } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Column } from '#client/components/list/data-table.tsx'
import { unwrappedActions } from '#client/components/list/in-line.ts'
import { PagedTable } from '#client/components/list/paged-table.tsx'
import { RowActions } from '#client/components/list/row-actions.tsx'
import { Badge } from '#client/components/ui/badge.tsx'
import { Button } from '#client/components/ui/button.tsx'
import { trpc } from '#client/lib/api/trpc.ts'
import { ask } from '#client/lib/dialogs/prompts.ts'
import { showToast } from '#client/lib/dialogs/toasts.ts'
import { usePageParam } from '#client/lib/use-page-param.ts'
import type { FeedCalls } from './feed-types.ts'
import { NewKeyDialog } from './new-key-dialog.tsx'

type Key = FeedCalls['keys']['content']['keys'][number]

function getColumns(t: TFunction, onRevoke: (key: Key) => void): Column<Key>[] {
  return [
    {
      key: 'hint',
      head: t('feeds.keys.begins'),
      cell: ({ hint }) => <span className="font-mono">{hint}…</span>,
    },
    {
      key: 'made',
      head: t('feeds.keys.made'),
      cardLabel: true,
      className: 'tabular-nums',
      cell: ({ created, createdBy }) => (
        <>
          {created} {createdBy && t('feeds.keys.by', { who: createdBy })}
        </>
      ),
    },
    {
      key: 'state',
      head: t('feeds.keys.state'),
      cell: ({ revoked }) =>
        revoked ? (
          <Badge icon={CircleX}>{t('feeds.keys.revoked', { at: revoked })}</Badge>
        ) : (
          <Badge tone="success" icon={CircleCheck}>
            {t('feeds.keys.good')}
          </Badge>
        ),
    },
    {
      key: 'actions',
      head: t('list.actions'),
      headHidden: true,
      className: unwrappedActions,
      cell: (key) =>
        !key.revoked && (
          <RowActions
            itemName={key.hint}
            actions={[
              {
                key: 'revoke',
                label: t('feeds.keys.revoke'),
                icon: CircleX,
                action: () => onRevoke(key),
                destructive: true,
              },
            ]}
          />
        ),
    },
  ]
}

/** Creates a key, which is shown once, and revokes one after a question. */
function useKeyActions() {
  const { t } = useTranslation()
  const utils = trpc.useUtils()
  const [newKey, setNewKey] = useState<string>()
  const onSettled = () => utils.feeds.keys.invalidate()
  const create = trpc.feeds.createKey.useMutation({
    onSettled,
    onSuccess: ({ content }) => setNewKey(content.key),
    // The response holds the key, which must not stay in memory after it was shown.
    gcTime: 0,
  })
  const revocation = trpc.feeds.revokeKey.useMutation({
    onSettled,
    onSuccess: () => showToast(t('feeds.keys.revokedNow')),
  })
  return {
    create,
    newKey,
    forgetNewKey: () => {
      setNewKey(undefined)
      create.reset()
    },
    revoke: async ({ id, hint }: Key) => {
      const yes = await ask({
        title: t('feeds.keys.revokeQuestion', { hint }),
        detail: t('feeds.keys.revokeDetail'),
        yes: t('feeds.keys.revoke'),
        destructive: true,
      })
      if (yes) revocation.mutate({ id })
    },
  }
}

/** A feed's keys: created, shown once, and revoked. */
export function KeysCard({ feedId }: { feedId: number }) {
  const { t } = useTranslation()
  const { page, hrefFor } = usePageParam('keys')
  const list = trpc.feeds.keys.useQuery({ feedId, page }, { placeholderData: keepPreviousData, staleTime: 0 })
  const { create, newKey, forgetNewKey, revoke } = useKeyActions()
  return (
    <section aria-labelledby="feed-keys" className="grid gap-3">
      <div>
        <h2 id="feed-keys">{t('feeds.keys.title')}</h2>
        <p className="max-w-prose text-sm text-muted-foreground">{t('feeds.keys.help')}</p>
      </div>
      <div>
        <Button
          variant="secondary"
          busy={create.isPending && t('feeds.keys.making')}
          onClick={() => create.mutate({ feedId })}
        >
          <KeyRound aria-hidden />
          {t('feeds.keys.make')}
        </Button>
      </div>
      <PagedTable
        loading={t('feeds.keys.loading')}
        failed={t('feeds.keys.failed')}
        lines={5}
        columns={getColumns(t, (key) => void revoke(key))}
        rows={list.data?.content.keys}
        rowKey={({ id }) => id}
        total={list.data?.content.total}
        filtered={false}
        query={list}
        page={page}
        hrefFor={hrefFor}
      />
      {newKey && <NewKeyDialog value={newKey} onClose={forgetNewKey} />}
    </section>
  )
}
