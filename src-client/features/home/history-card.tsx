import { CirclePause, CircleX, Clock } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { messages } from '#shared/contract/messages.ts'
import type { OutgoingEventView } from '#shared/contract/outgoing-event.ts'
import { type Column, DataTable } from '#client/components/list/data-table.tsx'
import { AnswerLine } from '#client/features/alerts/public.ts'
import { Badge } from '#client/components/ui/badge.tsx'
import { Button } from '#client/components/ui/button.tsx'
import { Card } from '#client/components/ui/card.tsx'
import { channelIcons } from '#client/components/ui/channel-icons.ts'
import { MorePill } from '#client/components/ui/more-pill.tsx'
import { UnbrokenIds } from '#client/components/ui/unbroken-ids.tsx'
import { focusItem } from '#client/lib/focus.ts'
import { DetailsLink } from './details-link.tsx'

/** How many rows a phone shows at first; the rest of the ten is one press away. */
const shownOnPhone = 3

const notSent: readonly OutgoingEventView['deliveryState'][] = ['unsent', 'cancelled', 'failed']

const isNotSent = ({ deliveryState }: OutgoingEventView) => notSent.includes(deliveryState)

/** When it was sent; otherwise that it is on its way, or why it was not sent. */
function Sent({ event }: { event: OutgoingEventView }) {
  const { t } = useTranslation()
  const { deliveryState: state } = event
  if (event.deliveredTimestampFormatted) {
    return <span className="whitespace-nowrap tabular-nums">{event.deliveredTimestampFormatted}</span>
  }
  if (!isNotSent(event)) {
    return (
      <Badge icon={Clock} tone="neutral">
        {t('home.onItsWay')}
      </Badge>
    )
  }
  return (
    <span className="grid justify-items-start sm:max-w-64 gap-0.5">
      <Badge icon={state === 'failed' ? CircleX : CirclePause} tone={state === 'failed' ? 'danger' : 'neutral'}>
        {t('home.notSent')}
      </Badge>
      {/* Cards show it on a line of its own. */}
      <span className="wide-only text-sm leading-[1.4] wrap-anywhere text-muted-foreground">
        {event.deliveryTarget}
      </span>
      {event.deliveryReason && (
        <span className="text-sm leading-[1.4] text-muted-foreground">{event.deliveryReason}</span>
      )}
    </span>
  )
}

/** The recorded document, linked to its notice page if there is one. */
function RecordCell({ event }: { event: OutgoingEventView }) {
  const { documentDescription: what, documentIdentifer: id, noticePath } = event
  return (
    <>
      {noticePath && what ? (
        <Link href={noticePath} aria-label={`${what} ${id}`} className="font-bold">
          {what}
        </Link>
      ) : (
        <b>{what}</b>
      )}{' '}
      <span className="text-sm text-muted-foreground tabular-nums">
        <UnbrokenIds>{id}</UnbrokenIds>
      </span>
      <AnswerLine event={event} className="text-sm" />
    </>
  )
}

const sentBy = {
  EMAIL: { name: 'home.email', to: 'home.emailTo' },
  PHONE: { name: 'home.text', to: 'home.textTo' },
} as const

function SentBy({ event }: { event: OutgoingEventView }) {
  const { t } = useTranslation()
  const Icon = channelIcons[event.deliveryMethodType]
  return (
    <>
      <span className="wide-only">
        <span className="inline-flex items-center gap-2 align-middle whitespace-nowrap text-muted-foreground">
          <Icon aria-hidden />
          {t(sentBy[event.deliveryMethodType].name)}
        </span>
      </span>
      <span className="narrow-only">{event.deliveryTarget}</span>
    </>
  )
}

const cells = {
  sent: (event: OutgoingEventView) => <Sent event={event} />,
  record: (event: OutgoingEventView) => <RecordCell event={event} />,
  alert: (event: OutgoingEventView) => <UnbrokenIds>{event.alertName}</UnbrokenIds>,
  by: (event: OutgoingEventView) => <SentBy event={event} />,
}

type HistoryCardProps = {
  events: readonly OutgoingEventView[]
  total: number
  /** The address of the full list. */
  detailsHref: string
}

/** Up to ten of the latest matches that were sent. */
export function HistoryCard({ events, total, detailsHref }: HistoryCardProps) {
  const { t } = useTranslation()
  const heading = useId()
  const [all, setAll] = useState(false)
  const table = useRef<HTMLDivElement>(null)
  const rest = total - events.length
  const hidden = events.length - shownOnPhone
  const showAll = () => {
    flushSync(() => setAll(true))
    focusItem(table.current, shownOnPhone)
  }
  const columns: Column<OutgoingEventView>[] = [
    { key: 'sent', head: t('home.sent'), cell: cells.sent },
    { key: 'record', head: t('home.record'), cell: cells.record },
    { key: 'alert', head: t('home.alert'), cardLabel: true, cell: cells.alert, className: 'sm:min-w-32' },
    {
      key: 'by',
      head: t('home.sentBy'),
      cardLabel: (event) => t(sentBy[event.deliveryMethodType].to),
      cell: cells.by,
    },
  ]

  return (
    <Card
      title={<span id={heading}>{t('home.history')}</span>}
      footer={events.length > 0 && <DetailsLink href={detailsHref} listName={t('home.history')} />}
      aside={rest > 0 && <MorePill href={detailsHref}>{t('list.more', { count: rest })}</MorePill>}
    >
      {events.length === 0 ? (
        <div className="grid gap-1">
          <p className="font-bold">{messages.noHistory}</p>
          <p className="text-sm text-muted-foreground">{t('home.noHistoryWhy')}</p>
        </div>
      ) : (
        <div ref={table}>
          <DataTable
            labelledBy={heading}
            columns={columns}
            rows={events}
            rowKey={(event) => event.id}
            rowClassName={(_event, index) => (!all && index >= shownOnPhone ? 'max-sm:hidden' : undefined)}
          />
        </div>
      )}
      {!all && hidden > 0 && (
        <Button variant="quiet" className="-ms-3 sm:hidden" onClick={showAll}>
          {t('home.showMore', { count: hidden })}
        </Button>
      )}
    </Card>
  )
}
