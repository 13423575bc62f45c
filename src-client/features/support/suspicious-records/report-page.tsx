import { ArrowLeft } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'wouter'
import { PageTitle } from '#client/components/layout/page-title.tsx'
import { Button } from '#client/components/ui/button.tsx'
import { Card } from '#client/components/ui/card.tsx'
import { LoadingOrFailed } from '#client/components/ui/loading-or-failed.tsx'
import { getStatus } from '#client/lib/api/errors.ts'
import { trpc } from '#client/lib/api/trpc.ts'
import { reportsPath, SuspiciousRecordItem } from './suspicious-record-item.tsx'
import { refreshReports, useResolveReport } from './use-resolve-report.ts'

/** One report, which the email to staff links to. Once opened, it no longer counts as unopened. */
export function ReportPage() {
  const { t } = useTranslation()
  const noticeId = Number(useParams<{ id: string }>().id)
  const utils = trpc.useUtils()
  const query = trpc.support.report.useQuery({ noticeId }, { staleTime: 0, retry: false })
  const open = trpc.support.openReport.useMutation({ onSettled: () => refreshReports(utils) })
  const resolve = useResolveReport()
  const report = query.data?.content
  const isUnopened = report !== undefined && report.openedFormatted === ''
  const opening = useRef(0)
  useEffect(() => {
    if (!isUnopened || opening.current === noticeId) return
    opening.current = noticeId
    open.mutate({ noticeId })
  }, [isUnopened, noticeId, open])
  return (
    <>
      <PageTitle title={t('looksWrong.pageTitle')} />
      <div>
        <Button variant="quiet" size="small" asChild className="-ms-3">
          <Link href={reportsPath}>
            <ArrowLeft aria-hidden />
            {t('looksWrong.back')}
          </Link>
        </Button>
      </div>
      <Card>
        {report ? (
          <SuspiciousRecordItem
            heading="h2"
            answer={report}
            busy={resolve.pendingNoticeIds.includes(noticeId)}
            onResolve={(dealtWith) => void resolve.set(report, dealtWith)}
          />
        ) : getStatus(query.error) === 404 ? (
          <p>{t('looksWrong.missing')}</p>
        ) : (
          <LoadingOrFailed query={query} loading={t('looksWrong.loading')} failed={t('looksWrong.failed')} lines={8} />
        )}
      </Card>
    </>
  )
}
