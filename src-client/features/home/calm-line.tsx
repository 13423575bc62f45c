import { CircleCheck, TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { cn } from '#client/lib/cn.ts'
import type { LastRecordsView, NamedMoment } from '#shared/contract/last-records.ts'

type CalmLineProps = {
  lastRecords: LastRecordsView
  /** Records of the last 30 days that matched, how many of them are answered, and how many wait for an answer. */
  matched: number
  answered: number
  waiting: number
  /** Nothing else asks for the reader's attention, so this leads. */
  isLead: boolean
}

/** 'today 10:42 AM', 'Thursday, 11/19/2026 4:30 PM'. */
function useMomentText() {
  const { t } = useTranslation()
  return ({ day, weekday, date, time }: NamedMoment): string => {
    if (day !== 'earlier') return t(`calm.${day}`, { time })
    return t('calm.earlier', { weekday: t(`calm.weekdays.${weekday}`), date, time })
  }
}

/** What is missing from the county's records; '' if nothing is. */
function useGapText({ received, lateSince, isMatchingLate }: LastRecordsView): string {
  const { t } = useTranslation()
  const name = useMomentText()
  if (!received) return t('calm.noneYet')
  if (lateSince && received.day === 'today') return t('calm.someMissing', { since: name(lateSince) })
  if (lateSince) return t('calm.missing')
  return isMatchingLate ? t('calm.matchingLate') : ''
}

/**
 * When the county last sent records, and whether any matched. Never calm while a feed is late or its records wait to be
 * matched.
 */
export function CalmLine({ lastRecords, matched, answered, waiting, isLead }: CalmLineProps) {
  const { t } = useTranslation()
  const name = useMomentText()
  const gap = useGapText(lastRecords)
  const { received } = lastRecords
  const other = matched - waiting
  const last = received ? t('calm.last', { when: name(received) }) : ''
  const toFound = () => {
    if (waiting > 0) return t(other === 0 ? 'calm.noOther' : 'calm.other', { count: other })
    if (matched === 0) return t('calm.none')
    return t(answered === matched ? 'calm.answered' : 'calm.matched', { count: matched })
  }
  const found = toFound()
  const Icon = gap ? TriangleAlert : CircleCheck
  const isCard = isLead && !gap
  return (
    <output
      className={cn(
        'flex items-start gap-3 text-pretty',
        isCard ? 'rounded-lg border border-border bg-card p-card text-lg shadow-card' : 'px-1',
      )}
    >
      <Icon
        className={cn('mt-[0.05em]', isCard ? 'size-9' : 'size-6', gap ? 'text-warning' : 'text-success')}
        aria-hidden
      />
      <span className={cn('min-w-0', isCard && 'self-center')}>
        {[last, gap || found].filter(Boolean).join(' ')}
        {gap && waiting === 0 && matched > 0 && ` ${found}`}
      </span>
    </output>
  )
}
