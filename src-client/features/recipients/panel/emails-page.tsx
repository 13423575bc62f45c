import type { TFunction } from 'i18next'
import { Clock } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Column } from '#client/components/list/data-table.tsx'
import { Badge } from '#client/components/ui/badge.tsx'
import { listOptions, trpc } from '#client/lib/api/trpc.ts'
import type { EmailAddressView } from '#server/features/recipients/list-recipients.ts'
import { RecipientList, useRecipientFilter } from './recipient-list.tsx'
import { RecipientName } from './recipient-name.tsx'
import { OwnerCell, SharedBadge } from './shared-cells.tsx'
import type { SharedRow } from './shared-rows.ts'

type EmailRow = SharedRow<EmailAddressView>

function getColumns(t: TFunction): Column<EmailRow>[] {
  const head = (name: 'email' | 'migrated') => t(`alertAdmin.emails.columns.${name}`)
  return [
    {
      key: 'email',
      head: head('email'),
      cell: (email) => (
        <RecipientName
          recipient={email}
          badges={
            <>
              {!email.confirmed && (
                <Badge tone="warning" icon={Clock}>
                  {t('alertAdmin.emails.notConfirmed')}
                </Badge>
              )}
              <SharedBadge row={email} part="email" value={email.emailAddress} />
            </>
          }
        >
          <b className="min-w-0 wrap-anywhere">{email.emailAddress}</b>
        </RecipientName>
      ),
    },
    {
      key: 'owner',
      head: t('alertAdmin.shared.owner'),
      cardLabel: true,
      className: '@min-[50rem]:min-w-32',
      cell: (email) => <OwnerCell row={email} />,
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
  const query = trpc.controlPanel.emailGroups.useQuery({ filterText: filter.find, page: filter.page }, listOptions)
  return (
    <RecipientList
      channel="EMAIL"
      filter={filter}
      query={query}
      columns={getColumns(t)}
      getTarget={({ emailAddress }) => emailAddress}
    />
  )
}
