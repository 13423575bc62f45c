import type { TFunction } from 'i18next'
import { CalendarDays, CircleCheck, CircleX } from 'lucide-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { type Column, DataTable } from '#client/components/list/data-table.tsx'
import { Pager } from '#client/components/list/pager.tsx'
import { pageCount } from '#client/components/list/pages.ts'
import { ResultsLine } from '#client/components/list/results-line.tsx'
import { GradeBadge } from '#client/components/record/grade-badge.tsx'
import { MarkedText } from '#client/components/record/marked-text.tsx'
import { ReadingCause } from '#client/components/record/reading-cause.tsx'
import { Badge } from '#client/components/ui/badge.tsx'
import { Card } from '#client/components/ui/card.tsx'
import { channelIcons } from '#client/components/ui/channel-icons.ts'
import type { FeedCalls } from './feed-types.ts'
import { ParsedRecord } from './parsed-record.tsx'

type Answer = FeedCalls['wouldBeTold']['content']
type MatchPreview = Answer['alerts'][number]

type AddressProps = { address: MatchPreview['addresses'][number]; whyNot: string; isPossible: boolean }

/** An address that would be notified, or why not. Possible matches come in the weekly email alone. */
function Address({ address, whyNot, isPossible }: AddressProps) {
  const { t } = useTranslation()
  const Icon = channelIcons[address.channel]
  const noText = isPossible && address.channel === 'PHONE' ? t('feeds.whoTold.noText') : ''
  const reason = whyNot || address.whyNot || noText
  return (
    <li className="grid gap-1">
      <span className="flex items-center gap-2 wrap-anywhere">
        <Icon className="text-muted-foreground" aria-hidden />
        {address.target}
      </span>
      {reason ? (
        <span className="text-sm text-muted-foreground">{reason}</span>
      ) : (
        <span>
          <Badge tone={isPossible ? 'neutral' : 'success'} icon={isPossible ? CalendarDays : CircleCheck}>
            {t(isPossible ? 'feeds.whoTold.weekly' : 'feeds.whoTold.told')}
          </Badge>
        </span>
      )}
    </li>
  )
}

/** Replaces the record's words while the text around them is split. */
const place = '\u0000'

/** 'The record shows SMITH, JOHN', with the matching words marked. */
function RecordWords({ match }: Pick<MatchPreview, 'match'>) {
  const { t } = useTranslation()
  const [before = '', after = ''] = t('feeds.whoTold.says', { raw: place }).split(place)
  return (
    <span className="block text-sm text-muted-foreground">
      {before}
      <MarkedText text={match.recordRaw} marks={match.marks ?? []} />
      {after}
    </span>
  )
}

type NotifiableAlertsProps = { answer: Answer; page: number; hrefFor: (page: number) => string }

function getColumns(t: TFunction): Column<MatchPreview>[] {
  return [
    {
      key: 'alert',
      head: t('feeds.whoTold.alert'),
      cell: ({ name, criteria }) => (
        <>
          <b>{name}</b>
          <span className="block">{criteria}</span>
        </>
      ),
    },
    {
      key: 'owner',
      head: t('feeds.whoTold.owner'),
      cardLabel: true,
      cell: ({ username }) => username ?? t('alertAdmin.alerts.migrated'),
    },
    {
      key: 'why',
      head: t('feeds.whoTold.why'),
      cell: ({ match }) => (
        <>
          {match.sentence}
          {match.recordRaw ? <RecordWords match={match} /> : t('record.restricted')}
          {match.reading && <ReadingCause reading={match.reading} />}
          <span className="block pt-1">
            <GradeBadge grade={match.grade} />
          </span>
        </>
      ),
    },
    {
      key: 'addresses',
      head: t('feeds.whoTold.addresses'),
      cell: ({ addresses, whyNot, match }) =>
        addresses.length === 0 ? (
          <Badge tone="warning" icon={CircleX}>
            {t('feeds.whoTold.noAddress')}
          </Badge>
        ) : (
          <ul className="grid gap-2">
            {addresses.map((address) => (
              <Address
                key={`${address.channel} ${address.target}`}
                address={address}
                whyNot={whyNot}
                isPossible={match.grade === 'POSSIBLE'}
              />
            ))}
          </ul>
        ),
    },
  ]
}

/** The alerts that match, their owners, the reasons, and the addresses that would be notified. */
export function NotifiableAlerts({ answer, page, hrefFor }: NotifiableAlertsProps) {
  const { t } = useTranslation()
  const results = useId()
  const { record, alerts, total, capped, wouldWait, partial } = answer
  return (
    <Card>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <ParsedRecord record={record} />
        {record.problems.length === 0 && (
          <>
            <output className="block text-lg font-semibold">
              {total === 0 ? t('feeds.whoTold.nobody') : t('feeds.whoTold.found', { count: total })}
            </output>
            {wouldWait && total > 0 && <p>{t('feeds.whoTold.wait')}</p>}
            {capped && <p>{t('feeds.whoTold.capped')}</p>}
            {partial && <p className="text-sm text-muted-foreground">{t('feeds.whoTold.scope')}</p>}
            {total > 0 && (
              <div>
                <ResultsLine id={results} page={page} total={total} />
                <DataTable labelledBy={results} columns={getColumns(t)} rows={alerts} rowKey={({ id }) => id} />
                <Pager page={page} pages={pageCount(total)} hrefFor={hrefFor} />
              </div>
            )}
          </>
        )}
      </div>
    </Card>
  )
}
