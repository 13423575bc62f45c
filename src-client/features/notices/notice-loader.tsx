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
import { trpc } from '#client/lib/trpc.ts'
import type { NoticeView } from './notice-view.ts'

type NoticeLoaderProps = { token: string; children: (notice: NoticeView) => ReactNode }

/** Reads what the link of a message is about, and draws it; a link that is not ours gets a page that says so. */
export function NoticeLoader({ token, children }: NoticeLoaderProps) {
  const { t } = useTranslation()
  const shown = trpc.notices.show.useQuery({ token }, { meta: { handled: true }, staleTime: Infinity })
  if (shown.data) return children(shown.data.content)
  if (shown.error && isAnswer(shown.error)) {
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
        <p>{messageOf(shown.error)}</p>
      </Outcome>
    )
  }
  return (
    <ResidentPage>
      {shown.error && <PageTitle title={t('notice.failed')} />}
      <Card>
        {shown.error ? (
          <LoadFailed
            what={messageOf(shown.error)}
            still={t('notice.failedStill')}
            onRetry={() => void shown.refetch()}
            retrying={shown.isFetching}
          />
        ) : (
          <Skeleton label={t('notice.loading')} lines={8} />
        )}
      </Card>
    </ResidentPage>
  )
}
