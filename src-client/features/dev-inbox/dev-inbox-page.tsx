import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query'
import { RefreshCw, X } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'wouter'
import { Field } from '#client/components/form/field.tsx'
import { PageTitle } from '#client/components/layout/page-title.tsx'
import { ResidentPage } from '#client/components/layout/resident-page.tsx'
import { Button } from '#client/components/ui/button.tsx'
import { Card } from '#client/components/ui/card.tsx'
import { EmptyState, LoadFailed } from '#client/components/ui/empty-state.tsx'
import { Input } from '#client/components/ui/input.tsx'
import { Skeleton } from '#client/components/ui/skeleton.tsx'
import { useDebounced } from '#client/lib/use-debounced.ts'
import { InboxMessage } from './inbox-message.tsx'
import { type InboxEntry, readInbox } from './read-inbox.ts'

const refetchMs = 2_000

type MessagesProps = { query: UseQueryResult<InboxEntry[]>; to: string }

/** The messages, or why there are none. */
function Messages({ query, to }: MessagesProps) {
  const { t } = useTranslation()
  return (
    <>
      {!query.data && !query.error && <Skeleton label={t('outbox.loading')} lines={6} />}
      {!query.data && query.error && (
        <Card>
          <LoadFailed title={t('outbox.failed')} hint={t('outbox.failedWhy')} query={query} />
        </Card>
      )}
      {query.data?.length === 0 && (
        <Card>
          <EmptyState description={to ? t('outbox.noneFor', { to }) : t('outbox.none')} />
        </Card>
      )}
      {query.data && query.data.length > 0 && (
        <ol className="grid gap-stack">
          {query.data.map((message) => (
            <li key={message.id}>
              <InboxMessage message={message} />
            </li>
          ))}
        </ol>
      )}
    </>
  )
}

/** The emails and texts that the demo would have sent, newest first, with working links. */
export function DevInboxPage() {
  const { t } = useTranslation()
  const [search, setSearch] = useSearchParams()
  const [to, setTo] = useState(search.get('to') ?? '')
  const asked = useDebounced(to.trim())
  const inbox = useQuery({
    queryKey: ['outbox', asked],
    queryFn: ({ signal }) => readInbox(asked, signal),
    placeholderData: keepPreviousData,
    refetchInterval: refetchMs,
    meta: { handled: true },
  })
  const filter = (value: string) => {
    setTo(value)
    setSearch(value.trim() ? { to: value.trim() } : {}, { replace: true })
  }

  return (
    <ResidentPage>
      <PageTitle title={t('outbox.title')} />
      <p className="max-w-prose">{t('outbox.lead')}</p>
      <Card>
        <search className="flex flex-wrap items-end gap-x-4 gap-y-3">
          <Field label={t('outbox.to')} help={t('outbox.toHelp')} className="flex-[1_1_18rem]">
            {(control) => (
              <Input
                {...control}
                type="search"
                autoComplete="off"
                spellCheck={false}
                value={to}
                onChange={(event) => filter(event.target.value)}
              />
            )}
          </Field>
          {to && (
            <Button variant="quiet" onClick={() => filter('')}>
              <X aria-hidden />
              {t('outbox.clear')}
            </Button>
          )}
          <Button variant="secondary" onClick={() => void inbox.refetch()}>
            <RefreshCw aria-hidden />
            {t('outbox.refresh')}
          </Button>
        </search>
      </Card>
      <Messages query={inbox} to={asked} />
    </ResidentPage>
  )
}
