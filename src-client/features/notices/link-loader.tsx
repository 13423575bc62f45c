import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { CountyContact } from '#client/components/layout/county-contact.tsx'
import { OutcomePage } from '#client/components/layout/outcome-page.tsx'
import { PageTitle } from '#client/components/layout/page-title.tsx'
import { ResidentPage } from '#client/components/layout/resident-page.tsx'
import { Button } from '#client/components/ui/button.tsx'
import { Card } from '#client/components/ui/card.tsx'
import { LoadingOrFailed, type QueryState } from '#client/components/ui/loading-or-failed.tsx'
import { isAnswer, getErrorMessage } from '#client/lib/api/errors.ts'
import { homePath } from '#client/lib/navigation.ts'

type LinkLoaderProps<T> = {
  /** The query that loads the subject of the link. */
  query: QueryState & { data: { content: T } | undefined }
  lines: number
  children: (content: T) => ReactNode
}

/** Renders the subject of a message's link, or a page that says the link is not valid. */
export function LinkLoader<T>({ query, lines, children }: LinkLoaderProps<T>) {
  const { t } = useTranslation()
  const { data, error } = query
  if (data) return children(data.content)
  if (error && isAnswer(error)) {
    return (
      <OutcomePage
        done={false}
        title={t('notice.badLink')}
        footer={
          <Button variant="secondary" asChild>
            <Link href={homePath}>{t('confirm.toAlerts')}</Link>
          </Button>
        }
      >
        <p>{getErrorMessage(error)}</p>
      </OutcomePage>
    )
  }
  return (
    <ResidentPage>
      {error ? <PageTitle title={t('notice.failed')} /> : null}
      <Card>
        <LoadingOrFailed query={query} loading={t('notice.loading')} hint={t('notice.failedStill')} lines={lines} />
        {error ? (
          <div className="mt-4">
            <CountyContact />
          </div>
        ) : null}
      </Card>
    </ResidentPage>
  )
}
