import type { TFunction } from 'i18next'
import { Bell, Clock } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { EmailAddressView } from '#server/features/recipients/list-recipients.ts'
import type { Column } from '#client/components/list/data-table.tsx'
import { Badge } from '#client/components/ui/badge.tsx'
import { alertListHref } from '#client/lib/navigation.ts'
import { listOptions, trpc } from '#client/lib/api/trpc.ts'
import { RecipientList, useRecipientFilter } from './recipient-list.tsx'
import { RecipientName } from './recipient-name.tsx'

function getColumns(t: TFunction): Column<EmailAddressView>[] {
  const head = (name: 'email' | 'migrated') => t(`alertAdmin.emails.columns.${name}`)
  return [
    {
      key: 'email',
      head: head('email'),
      cell: (email) => (
        <RecipientName
          recipient={email}
          badges={
            !email.confirmed && (
              <Badge tone="warning" icon={Clock}>
                {t('alertAdmin.emails.notConfirmed')}
              </Badge>
            )
          }
        >
          <b className="min-w-0 wrap-anywhere">{email.emailAddress}</b>
        </RecipientName>
      ),
    },
    {
      key: 'migrated',
      head: head('migrated'),
      cell: ({ verified }) => t(`alertAdmin.emails.${verified ? 'yes' : 'no'}`),
      cardLabel: true,
    },
  ]
}

/** Emails: the addresses of all alerts. */
export function EmailsPage() {
  const { t } = useTranslation()
  const filter = useRecipientFilter('EMAIL')
  const query = trpc.controlPanel.emails.useQuery({ filterText: filter.find, page: filter.page }, listOptions)
  const content = query.data?.content
  return (
    <RecipientList
      channel="EMAIL"
      filter={filter}
      query={query}
      rows={content?.emailAddresses}
      total={content?.total}
      columns={getColumns(t)}
      rowName={({ emailAddress }) => emailAddress}
      getActions={({ id, alertCount }) => [
        {
          key: 'alerts',
          label: t('alertAdmin.emails.alerts', { count: alertCount }),
          icon: Bell,
          action: alertListHref('email', id),
        },
      ]}
    />
  )
}
