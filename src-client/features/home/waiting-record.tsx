import type { inferRouterOutputs } from '@trpc/server'
import { ChevronDown } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { usePlace } from '#client/components/record/record-place.tsx'
import { UnbrokenIds } from '#client/components/ui/unbroken-ids.tsx'
import { RecordAnswer, type NoticeView, useShownNotice } from '#client/features/notices/public.ts'
import { cn } from '#client/lib/cn.ts'
import type { AppRouter } from '#server/routers/router.ts'

export type Unanswered = inferRouterOutputs<AppRouter>['home']['all']['content']['unanswered']
export type UnansweredRecord = Unanswered['records'][number]

/** Names shown of each side; the record's page has all of them. */
const maxNames = 2

/** 'From BRANDVOLD THESSALY R to GREYMOOR HOLDINGS LLC.', if the record names grantor and grantee. */
function FromTo({ parties }: { parties: NoticeView['parties'] }) {
  const { t } = useTranslation()
  const list = (role: 'from' | 'to') => {
    const names = parties.first.filter((party) => party.role === role).map(({ name }) => name)
    const rest = names.length - maxNames
    return [...names.slice(0, maxNames), ...(rest > 0 ? [t('list.more', { count: rest })] : [])].join(', ')
  }
  const [from, to] = [list('from'), list('to')]
  if (!from || !to) return null
  return (
    <p className="wrap-anywhere max-sm:text-sm">
      <Trans
        i18nKey="record.fromTo"
        values={{ from, to }}
        components={{ raw: <span className="font-mono text-[0.92em]" /> }}
      />
    </p>
  )
}

/** The line of a record: which property or document, what was recorded, and when. */
function RecordLine({ notice, isOpen }: { notice: NoticeView; isOpen: boolean }) {
  const { t } = useTranslation()
  const { address, parcel } = usePlace(notice)
  const { documentDescription, documentIdentifier, recordedTimestampFormatted } = notice
  // The record's page has the time; a line that wraps in one font and not in the other would move everything below it.
  const day = recordedTimestampFormatted.slice(0, 'MM/DD/YYYY'.length)
  const what = documentDescription || documentIdentifier
  const place = address || parcel
  return (
    <span className="min-w-0 wrap-anywhere">
      <b className={cn(isOpen && 'block font-display text-[1.375rem] leading-[1.2] font-semibold sm:text-[1.625rem]')}>
        <UnbrokenIds>{place || what}</UnbrokenIds>
      </b>{' '}
      <span className="leading-[1.4] text-muted-foreground max-sm:block">
        {place ? t('record.line', { what, day }) : t('notice.recordedAt', { at: day })}
      </span>
    </span>
  )
}

type WaitingRecordProps = {
  record: UnansweredRecord
  isOpen: boolean
  /** The reader arrived here by answering the record before it, so the focus moves to this line. */
  isNext: boolean
  onToggle: (isOpen: boolean) => void
  /** Moves the reader to the next record after 'I expected this'; undefined for the last. */
  onExpected: (() => void) | undefined
  /** The answer was undone. */
  onUndone: () => void
}

/**
 * One record of the list: a line that opens, with the question inside; once answered, the consequences of the answer.
 */
export function WaitingRecord({ record, isOpen, isNext, onToggle, onExpected, onUndone }: WaitingRecordProps) {
  const { t } = useTranslation()
  const notice = useShownNotice(record.token, record.notice)
  const line = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (isNext) line.current?.focus()
  }, [isNext])
  const more = (
    <Link
      href={record.noticePath}
      aria-label={t('record.aboutOne', { id: notice.documentIdentifier })}
      className="inline-flex min-h-11 items-center font-semibold"
    >
      {t('record.about')}
    </Link>
  )
  const isAnswered = notice.answer !== null
  return (
    <li className="border-t border-border">
      {!isAnswered && (
        <h3 className="text-base font-normal">
          <button
            ref={line}
            type="button"
            aria-expanded={isOpen}
            onClick={() => onToggle(!isOpen)}
            className={cn(
              'flex min-h-14 w-full cursor-pointer gap-x-4 px-card text-start',
              isOpen ? 'items-start pt-3' : 'items-center py-2 hover:bg-accent',
            )}
          >
            <RecordLine notice={notice} isOpen={isOpen} />
            {!isOpen && (
              <span className="ms-auto flex-none text-muted-foreground max-sm:hidden">{t('record.notAnswered')}</span>
            )}
            <ChevronDown
              className={cn('mt-1 flex-none', isOpen ? 'ms-auto rotate-180' : 'max-sm:ms-auto')}
              aria-hidden
            />
          </button>
        </h3>
      )}
      {(isOpen || isAnswered) && (
        <RecordAnswer
          token={record.token}
          notice={notice}
          remark={record.isUndelivered ? t('record.undelivered') : record.isRevised ? t('record.revised') : undefined}
          about={<FromTo parties={notice.parties} />}
          more={more}
          onExpected={onExpected}
          onUndone={onUndone}
        />
      )}
    </li>
  )
}
