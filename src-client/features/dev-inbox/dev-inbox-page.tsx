import { keepPreviousData, useQuery } from '@tanstack/react-query'
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
import { OutboxMessage } from './inbox-message.tsx'
import { readOutbox } from './read-inbox.ts'

const everyTwoSeconds = 2_000

/** What the demo would have sent: emails and texts, newest first, with their links ready to follow. */
export function OutboxPage() {
  const { t } = useTranslation()
  const [search, setSearch] = useSearchParams()
  const [to, setTo] = useState(search.get('to') ?? '')
  const asked = useDebounced(to.trim())
  const outbox = useQuery({
    queryKey: ['outbox', asked],
    queryFn: ({ signal }) => readOutbox(asked, signal),
    placeholderData: keepPreviousData,
    refetchInterval: everyTwoSeconds,
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
          <Button variant="secondary" onClick={() => void outbox.refetch()}>
            <RefreshCw aria-hidden />
            {t('outbox.refresh')}
          </Button>
        </search>
      </Card>
      {!outbox.data && !outbox.error && <Skeleton label={t('outbox.loading')} lines={6} />}
      {!outbox.data && outbox.error && (
        <Card>
          <LoadFailed what={t('outbox.failed')} still={t('outbox.failedWhy')} query={outbox} />
        </Card>
      )}
      {outbox.data?.length === 0 && (
        <Card>
          <EmptyState why={asked ? t('outbox.noneFor', { to: asked }) : t('outbox.none')} />
        </Card>
      )}
      {outbox.data && outbox.data.length > 0 && (
        <ol className="grid gap-stack">
          {outbox.data.map((message) => (
            <li key={message.id}>
              <OutboxMessage message={message} />
            </li>
          ))}
        </ol>
      )}
    </ResidentPage>
  )
}
