import { useTranslation } from 'react-i18next'
import { Field } from '#client/components/form/field.tsx'
import { PagedCard } from '#client/components/list/paged-table.tsx'
import { NativeSelect } from '#client/components/ui/input.tsx'
import { useLiveQuery } from '#client/lib/api/live-query.ts'
import { trpc } from '#client/lib/api/trpc.ts'
import { usePageParam } from '#client/lib/use-page-param.ts'
import { useQueryParams } from '#client/lib/use-query-params.ts'
import { type RecordReportFilter, recordReportFilters } from '#shared/contract/suspicious-report.ts'
import { SuspiciousRecordItem, UnopenedItem } from './suspicious-record-item.tsx'
import { useResolveReport } from './use-resolve-report.ts'

const everyMs = 15_000

/** Reports of suspicious records: the open ones, or the resolved ones, which can be reopened. */
export function SuspiciousRecordList({ heading }: { heading: 'h2' | 'h3' }) {
  const { t } = useTranslation()
  const { query, change } = useQueryParams()
  const { page, hrefFor } = usePageParam('looksWrongPage')
  const shown: RecordReportFilter = query.get('looksWrong') === 'dealtWith' ? 'dealtWith' : 'open'
  const list = trpc.support.looksWrong.useQuery({ page, shown }, useLiveQuery(everyMs))
  const resolve = useResolveReport()
  const content = list.data?.content
  return (
    <>
      <Field label={t('looksWrong.show')} className="w-full sm:w-64">
        {(control) => (
          <NativeSelect
            {...control}
            value={shown}
            onChange={({ target }) =>
              change({ looksWrong: target.value === 'open' ? '' : target.value, looksWrongPage: '' })
            }
          >
            {recordReportFilters.map((item) => (
              <option key={item} value={item}>
                {t(`looksWrong.shown.${item}`)}
              </option>
            ))}
          </NativeSelect>
        )}
      </Field>
      <PagedCard
        loading={t('looksWrong.loading')}
        failed={t('looksWrong.failed')}
        total={content?.total}
        emptyDescription={t(`looksWrong.none.${shown}`)}
        query={list}
        page={page}
        hrefFor={hrefFor}
      >
        {(results) => (
          <ul aria-labelledby={results} className="grid divide-y divide-border">
            {content?.answers.map((answer) => (
              <li key={answer.noticeId} className="py-5 first:pt-2 last:pb-1">
                {answer.openedFormatted ? (
                  <SuspiciousRecordItem
                    heading={heading}
                    answer={answer}
                    busy={resolve.pendingNoticeIds.includes(answer.noticeId)}
                    onResolve={(dealtWith) => void resolve.set(answer, dealtWith)}
                  />
                ) : (
                  <UnopenedItem heading={heading} answer={answer} />
                )}
              </li>
            ))}
          </ul>
        )}
      </PagedCard>
    </>
  )
}
