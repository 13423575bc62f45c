import { FileSpreadsheet, FileText, LoaderCircle } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { Form } from '#client/components/form/form.tsx'
import { useAppForm } from '#client/components/form/use-app-form.ts'
import { Button } from '#client/components/ui/button.tsx'
import { download } from '#client/lib/api/download.ts'
import { useStartContent } from '#client/lib/api/start-content.ts'
import { submit } from '#client/lib/api/submit.ts'
import { showToast } from '#client/lib/dialogs/toasts.ts'
import { type ReportInput, reportInput, wholeDay } from '#shared/contract/report.ts'
import { dayFromWire, today as todayIn } from '#shared/domain/dates.ts'
import { reportProblems } from '#shared/domain/report.ts'
import { MomentFields } from './report-fields.tsx'
import { ReportUserField } from './report-user-field.tsx'

type FileKind = 'pdf' | 'excel'
const paths = { pdf: 'report/userReport', excel: 'report/userExport' } as const
const fields = Object.keys(wholeDay(''))

type PendingReport = { as: FileKind; stop: AbortController }

/** Fetches the report as the kind of file whose button was pressed. */
function useReportFile() {
  const { t } = useTranslation()
  // Which button submitted; Enter presses the first.
  const pressed = useRef<FileKind>('pdf')
  const [pendingReport, setPendingReport] = useState<PendingReport>()
  const onSubmit = async (values: ReportInput) => {
    const as = pressed.current
    const stop = new AbortController()
    setPendingReport({ as, stop })
    const problems = await submit(
      async () => {
        try {
          const name = await download(paths[as], values, stop.signal)
          showToast(t('list.exported', { name }))
        } catch (error) {
          if (!stop.signal.aborted) throw error
        }
      },
      { fields },
    )
    setPendingReport(undefined)
    return problems
  }
  const submitAs = (as: FileKind) => ({
    type: 'submit' as const,
    busy: pendingReport?.as === as && t(`report.making.${as}`),
    onClick: () => {
      pressed.current = as
    },
  })
  return { pendingReport, onSubmit, submitAs }
}

/** Says that a report is being made, with a button to cancel it. */
function Progress({ pendingReport }: { pendingReport: PendingReport | undefined }) {
  const { t } = useTranslation()
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      {pendingReport && <LoaderCircle className="size-5 animate-spin text-link" aria-hidden />}
      <output className="min-w-0 flex-1">{pendingReport && t('report.wait')}</output>
      {pendingReport && (
        <Button variant="quiet" size="small" onClick={() => pendingReport.stop.abort()}>
          {t('report.stop')}
        </Button>
      )}
    </div>
  )
}

/** The criteria, at first all of today, and a button for each kind of file. */
export function ReportForm({ today }: { today: string }) {
  const { t } = useTranslation()
  const start = useStartContent()
  // The later of two dates: the page may stay open past midnight, and a browser's clock may be slow.
  const lastDay = () => [dayFromWire(today) ?? '', start ? todayIn(start.timeZone) : ''].toSorted().at(-1) ?? ''
  const { pendingReport, onSubmit, submitAs } = useReportFile()
  const form = useAppForm<ReportInput, ReportInput>({
    schema: reportInput as z.ZodType<ReportInput, ReportInput>,
    rule: (criteria) => reportProblems(criteria, lastDay()),
    defaultValues: wholeDay(today),
  })

  return (
    <Form form={form} onSubmit={onSubmit} className="grid gap-6">
      <p className="text-muted-foreground">{t('report.detail')}</p>
      <MomentFields edge="from" />
      <MomentFields edge="to" />
      <ReportUserField />
      <div className="flex flex-wrap gap-3 max-sm:[&>*]:w-full">
        <Button {...submitAs('pdf')}>
          <FileText aria-hidden />
          {t('report.pdf')}
        </Button>
        <Button variant="secondary" {...submitAs('excel')}>
          <FileSpreadsheet aria-hidden />
          {t('report.excel')}
        </Button>
      </div>
      <Progress pendingReport={pendingReport} />
    </Form>
  )
}
