import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { Outcome } from '#client/components/layout/outcome.tsx'
import { PageTitle } from '#client/components/layout/page-title.tsx'
import { ResidentPage } from '#client/components/layout/resident-page.tsx'
import { Button } from '#client/components/ui/button.tsx'
import { Card } from '#client/components/ui/card.tsx'
import { LoadFailed } from '#client/components/ui/empty-state.tsx'
import { Skeleton } from '#client/components/ui/skeleton.tsx'
import { isAnswer, messageOf } from '#client/lib/errors.ts'
import { homePath } from '#client/lib/navigation.ts'

/** How every query of these pages is made: its errors are shown in place, and what a link is about is read once. */
export const ofLink = { meta: { handled: true }, staleTime: Infinity }

type LinkLoaderProps<T> = {
  /** What reads what the link of a message is about. */
  query: { data: { content: T } | undefined; error: unknown; isFetching: boolean; refetch: () => unknown }
  lines: number
  children: (content: T) => ReactNode
}

/** Draws what the link of a message is about; a link that is not ours gets a page that says so. */
export function LinkLoader<T>({ query, lines, children }: LinkLoaderProps<T>) {
  const { t } = useTranslation()
  const { data, error } = query
  if (data) return children(data.content)
  if (error && isAnswer(error)) {
    return (
      <Outcome
        done={false}
        title={t('notice.badLink')}
        foot={
          <Button variant="secondary" asChild>
            <Link href={homePath}>{t('confirm.toAlerts')}</Link>
          </Button>
        }
      >
        <p>{messageOf(error)}</p>
      </Outcome>
    )
  }
  return (
    <ResidentPage>
      {error ? <PageTitle title={t('notice.failed')} /> : null}
      <Card>
        {error ? (
          <LoadFailed
            what={messageOf(error)}
            still={t('notice.failedStill')}
            onRetry={() => void query.refetch()}
            retrying={query.isFetching}
          />
        ) : (
          <Skeleton label={t('notice.loading')} lines={lines} />
        )}
      </Card>
    </ResidentPage>
  )
}
