import { Bell, ChevronDown } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { AnswerBadge } from '#client/components/record/answer-badge.tsx'
import { MarkedText } from '#client/components/record/marked-text.tsx'
import { usePlace } from '#client/components/record/record-place.tsx'
import { usePropertyText } from '#client/components/record/use-property-text.ts'
import { channelIcons } from '#client/components/ui/channel-icons.ts'
import { Disclosure } from '#client/components/ui/disclosure.tsx'
import { UnbrokenIds } from '#client/components/ui/unbroken-ids.tsx'
import type { RecordGroup, RecordMatch } from '#shared/contract/record-group.ts'
import { listPropertyRows } from '#shared/domain/notice/property-rows.ts'
import { useDeliveryText } from './record-delivery.tsx'

/** More lines than these are shown on request. */
const linesInSight = 8

type LinesProps<T> = {
  title: string
  items: readonly T[]
  itemKey: (item: T) => string
  children: (item: T) => ReactNode
}

function Lines<T>({ title, items, itemKey, children }: LinesProps<T>) {
  const { t } = useTranslation()
  const more = items.slice(linesInSight)
  const list = (part: readonly T[]) => (
    <ul className="grid gap-2">
      {part.map((item) => (
        <li key={itemKey(item)} className="flex gap-2 leading-[1.45]">
          {children(item)}
        </li>
      ))}
    </ul>
  )
  return (
    <div className="grid gap-1">
      <h3 className="text-sm font-semibold text-muted-foreground">{title}</h3>
      {list(items.slice(0, linesInSight))}
      {more.length > 0 && <Disclosure summary={t('list.more', { count: more.length })}>{list(more)}</Disclosure>}
    </div>
  )
}

function Match({ match }: { match: RecordMatch }) {
  const { t } = useTranslation()
  return (
    <>
      <Bell className="mt-[0.15em] text-muted-foreground" aria-hidden />
      <span className="min-w-0 wrap-anywhere">
        <b>
          <UnbrokenIds>{match.alertName}</UnbrokenIds>
        </b>
        {match.alertName === match.criteria ? '. ' : ': '}
        {match.alertName !== match.criteria && (
          <>
            <UnbrokenIds>{t('record.watches', { criteria: match.criteria })}</UnbrokenIds>{' '}
          </>
        )}
        {match.recordRaw && (
          <>
            {t('record.shows')}{' '}
            <span className="font-mono text-[0.92em]">
              <MarkedText text={match.recordRaw} marks={match.marks} />
            </span>
          </>
        )}
        {match.sentence && (
          <span className="block text-sm text-muted-foreground">
            {match.sentence} {t(`record.grades.${match.grade}`)}.
          </span>
        )}
      </span>
    </>
  )
}

/** The next steps: to the answer or its page, because the message may no longer exist, and to the recorded document. */
function RecordLinks({ record }: { record: RecordGroup }) {
  const { t } = useTranslation()
  const { noticePath, documentUrl, documentIdentifier: id, answer } = record
  if (!noticePath && !documentUrl) return null
  const target = 'inline-flex min-h-11 items-center'
  return (
    <p className="flex flex-wrap gap-x-5 print:hidden">
      {noticePath && (
        <Link
          href={noticePath}
          aria-label={t(answer ? 'historyList.changeOne' : 'historyList.answerOne', { id })}
          className={target}
        >
          {t(answer ? 'historyList.change' : 'historyList.answer')}
        </Link>
      )}
      {documentUrl && (
        <a href={documentUrl} rel="noreferrer" aria-label={t('historyList.seeOne', { id })} className={target}>
          {t('historyList.see')}
        </a>
      )}
    </p>
  )
}

function Inside({ record }: { record: RecordGroup }) {
  const { t } = useTranslation()
  const text = useDeliveryText()
  const propertyText = usePropertyText()
  const { answer, answeredOn, matches, deliveries } = record
  const properties = listPropertyRows(record)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 px-1 pt-1 pb-5 sm:ps-34">
      {answer && (
        <p className="font-semibold wrap-anywhere">
          {t('historyList.saidOn', { answer: t(`notice.answers.${answer}`), day: answeredOn })}
        </p>
      )}
      {record.restricted && <p>{t('record.restricted')}</p>}
      {properties.length > 0 && (
        <Lines title={t('record.property')} items={properties} itemKey={(row) => JSON.stringify(row)}>
          {(row) => (
            <span className="min-w-0 wrap-anywhere">
              <UnbrokenIds>{propertyText(row)}</UnbrokenIds>
            </span>
          )}
        </Lines>
      )}
      <Lines title={t('record.matchedTitle')} items={matches} itemKey={({ alertId }) => String(alertId)}>
        {(match) => <Match match={match} />}
      </Lines>
      <Lines title={t('record.notifiedTitle')} items={deliveries} itemKey={(item) => JSON.stringify(item)}>
        {(delivery) => {
          const Icon = channelIcons[delivery.channel]
          return (
            <>
              <Icon className="mt-[0.15em] text-muted-foreground" aria-hidden />
              <span className="min-w-0 tabular-nums wrap-anywhere">
                <UnbrokenIds>{text(delivery)}</UnbrokenIds>
              </span>
            </>
          )
        }}
      </Lines>
      <RecordLinks record={record} />
    </div>
  )
}

type RecordItemProps = {
  record: RecordGroup
  /** Open at first, as the newest that waits for an answer. */
  isOpen: boolean
  className?: string | undefined
}

/** A record in one row, which opens to show its alerts and recipients. The row is the target as a whole. */
export function RecordItem({ record, isOpen, className }: RecordItemProps) {
  const [open, setOpen] = useState(isOpen)
  const { address, parcel } = usePlace(record)
  const { documentDescription: what, documentIdentifier: id, recordedTimestampFormatted: recorded } = record
  return (
    <li className={className}>
      <details open={open} onToggle={({ currentTarget }) => setOpen(currentTarget.open)} className="group/record">
        <summary className="grid min-h-control list-none grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 rounded-md px-1 py-2.5 hover:bg-accent sm:grid-cols-[7.5rem_minmax(0,1fr)_auto_auto]">
          <span className="text-muted-foreground tabular-nums max-sm:text-sm">{recorded.slice(0, 10)}</span>
          <span className="min-w-0 wrap-anywhere max-sm:col-start-1">
            <b className="block leading-[1.35]">{what || id}</b>
            <span className="block leading-[1.4] text-muted-foreground tabular-nums">
              <UnbrokenIds>{[id, address, parcel].filter(Boolean).join(' · ')}</UnbrokenIds>
            </span>
          </span>
          <span className="justify-self-start max-sm:col-start-1">
            <AnswerBadge record={record} />
          </span>
          <ChevronDown
            className="group-open/record:rotate-180 max-sm:col-start-2 max-sm:row-span-3 max-sm:row-start-1 print:hidden"
            aria-hidden
          />
        </summary>
        <Inside record={record} />
      </details>
    </li>
  )
}

type RecordItemsProps = {
  records: readonly RecordGroup[]
  itemClassName?: (index: number) => string | undefined
}

/** Records in rows, the items of a list; the newest that waits for an answer is open. */
export function RecordItems({ records, itemClassName }: RecordItemsProps) {
  const newest = records.find(({ isUnanswered }) => isUnanswered)
  return records.map((record, index) => (
    <RecordItem key={record.id} record={record} isOpen={record === newest} className={itemClassName?.(index)} />
  ))
}
