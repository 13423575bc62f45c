import { useTranslation } from 'react-i18next'
import { PageTitle } from '#client/components/layout/page-title.tsx'
import { Card } from '#client/components/ui/card.tsx'
import { Skeleton } from '#client/components/ui/skeleton.tsx'
import { trpc } from '#client/lib/api/trpc.ts'
import { ReportForm } from './report-form.tsx'

/** Without the county's date, the form falls back to this browser's date. */
const dayHere = () =>
  new Intl.DateTimeFormat('en-US', { month: '2-digit', day: '2-digit', year: 'numeric' }).format(new Date())

/** Audit Report - User: criteria, and the report as a file. */
export function AuditReportPage() {
  const { t } = useTranslation()
  const day = trpc.report.today.useQuery(undefined, { staleTime: Infinity, meta: { handled: true } })
  const today = day.data?.content ?? (day.error ? dayHere() : undefined)
  return (
    <>
      <PageTitle title={t('report.title')} />
      <Card className="max-w-[44rem]">
        {today ? <ReportForm today={today} /> : <Skeleton label={t('report.loading')} lines={8} />}
      </Card>
    </>
  )
}
