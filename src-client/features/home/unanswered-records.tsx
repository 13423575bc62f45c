import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import type { inferRouterOutputs } from '@trpc/server'
import type { AppRouter } from '#server/router.ts'
import { MorePill } from '#client/components/ui/more-pill.tsx'
import { trpc } from '#client/lib/api/trpc.ts'
import { RecordAnswer, useShownNotice } from '#client/features/notices/public.ts'

export type Unanswered = inferRouterOutputs<AppRouter>['home']['all']['content']['unanswered']
type UnansweredRecord = Unanswered['records'][number]

/** A record that waits for an answer, answered in place. */
function AskedRecord({ record }: { record: UnansweredRecord }) {
  const { t } = useTranslation()
  const notice = useShownNotice(record.token, record.notice)
  const remark = record.isUndelivered ? t('record.undelivered') : record.isRevised ? t('record.revised') : undefined
  return (
    <RecordAnswer
      token={record.token}
      notice={notice}
      isPage={false}
      remark={remark}
      more={
        <Link
          href={record.noticePath}
          aria-label={t('record.aboutOne', { id: notice.documentIdentifier })}
          className="inline-flex min-h-11 items-center font-semibold"
        >
          {t('record.about')}
        </Link>
      }
    />
  )
}

/**
 * The records to show: those that wait, and in their places those that this visit showed and answered, so that an answer
 * stays in sight with what follows from it.
 */
function useShownRecords(records: readonly UnansweredRecord[]): readonly UnansweredRecord[] {
  const { notices } = trpc.useUtils()
  const [seen, setSeen] = useState(records)
  // A revision that asks again has another notice.
  const fresh = records.filter(({ token }) => !seen.some((item) => item.token === token))
  if (fresh.length > 0) setSeen([...seen, ...fresh])
  const isAnsweredHere = (token: string) => (notices.show.getData({ token })?.content.answer ?? null) !== null
  return [...seen, ...fresh].filter(
    ({ token }) => isAnsweredHere(token) || records.some((item) => item.token === token),
  )
}

type UnansweredRecordsProps = Unanswered & { historyHref: string }

/** The records of the last 30 days that wait for an answer: the first three, and how many more. */
export function UnansweredRecords({ records, total, historyHref }: UnansweredRecordsProps) {
  const { t } = useTranslation()
  const shown = useShownRecords(records)
  const rest = total - records.length
  return (
    <>
      {shown.map((record) => (
        <AskedRecord key={record.token} record={record} />
      ))}
      {rest > 0 && (
        <p>
          <MorePill href={historyHref}>{t('record.more', { count: rest })}</MorePill>
        </p>
      )}
    </>
  )
}
