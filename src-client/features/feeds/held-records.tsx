import { keepPreviousData } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { Column } from '#client/components/list/data-table.tsx'
import { PagedTable } from '#client/components/list/paged-table.tsx'
import { PlaceName } from '#client/components/record/place-name.tsx'
import { UnbrokenIds } from '#client/components/ui/unbroken-ids.tsx'
import { trpc } from '#client/lib/api/trpc.ts'
import { formatCount } from '#client/lib/format/count.ts'
import { usePageParam } from '#client/lib/use-page-param.ts'
import type { FeedCalls } from './feed-types.ts'
import { HeldButtons } from './held-buttons.tsx'
import type { HeldDecisions } from './use-held-decisions.ts'

type HeldRecord = FeedCalls['heldRecords']['content']['records'][number]
type Owner = HeldRecord['owners'][number]

function formatOwner(t: TFunction, { owner, isProviderStaff, alerts }: Owner): string {
  const name = owner?.username ?? t(isProviderStaff ? 'feeds.held.staff' : 'alertAdmin.alerts.migrated')
  return alerts.length === 0 ? name : t('feeds.held.ownerAlerts', { owner: name, alerts: alerts.join(', ') })
}

function Owners({ record: { owners, ownerCount } }: { record: HeldRecord }) {
  const { t } = useTranslation()
  return (
    <ul>
      {owners.map((owner, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- an owner without a name has no other key
        <li key={index} className="wrap-anywhere">
          {formatOwner(t, owner)}
        </li>
      ))}
      {ownerCount > owners.length && (
        <li className="text-sm text-muted-foreground">
          {t('feeds.held.moreOwners', { count: ownerCount - owners.length })}
        </li>
      )}
    </ul>
  )
}

function Document({ record }: { record: HeldRecord }) {
  const { t } = useTranslation()
  const { documentId, documentType, recorded, feed } = record
  return (
    <>
      <b>
        <UnbrokenIds>{documentId || t('feeds.held.unknown')}</UnbrokenIds>
      </b>
      <PlaceName record={record} />
      <span className="block text-sm text-muted-foreground">
        {[documentType, recorded && t('feeds.held.recorded', { day: recorded }), feed].filter(Boolean).join(' · ')}
      </span>
    </>
  )
}

const getName = (t: TFunction, { documentId }: HeldRecord) =>
  documentId === '' ? t('feeds.held.unknown') : t('feeds.held.of.document', { id: documentId })

function getColumns(t: TFunction, decisions: HeldDecisions): Column<HeldRecord>[] {
  return [
    {
      key: 'record',
      head: t('feeds.held.record'),
      cell: (record) => <Document record={record} />,
    },
    {
      key: 'why',
      head: t('feeds.held.why'),
      cardLabel: true,
      cell: ({ reason, oldest }) => (
        <>
          {reason}
          <span className="block text-sm text-muted-foreground tabular-nums">
            {t('feeds.held.since', { at: oldest })}
          </span>
        </>
      ),
    },
    {
      key: 'owners',
      head: t('feeds.held.owners'),
      cardLabel: true,
      cell: (record) => <Owners record={record} />,
    },
    {
      key: 'notices',
      head: t('feeds.held.notices'),
      cardLabel: true,
      className: 'tabular-nums',
      cell: ({ notices }) => formatCount(notices),
    },
    {
      key: 'actions',
      head: t('list.actions'),
      headHidden: true,
      cell: (record) => {
        const { eventId, reason, notices } = record
        return (
          <HeldButtons held={{ which: { eventId, reason }, notices, name: getName(t, record) }} decisions={decisions} />
        )
      },
    },
  ]
}

/** The records with held notices: whose they are, and Release and Discard for each. */
export function HeldRecords({ decisions }: { decisions: HeldDecisions }) {
  const { t } = useTranslation()
  const { page, hrefFor } = usePageParam('heldPage')
  const list = trpc.feeds.heldRecords.useQuery({ page }, { placeholderData: keepPreviousData, staleTime: 0 })
  const { records, total } = list.data?.content ?? {}
  return (
    <PagedTable
      loading={t('feeds.held.loading')}
      failed={t('feeds.held.failed')}
      columns={getColumns(t, decisions)}
      rows={records}
      rowKey={({ eventId, reason }) => `${eventId} ${reason}`}
      total={total}
      wide
      filtered={false}
      query={list}
      page={page}
      hrefFor={hrefFor}
    />
  )
}
