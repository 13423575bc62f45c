import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { listOptions, trpc } from '#client/lib/api/trpc.ts'
import type { Channel } from '#shared/contract/alert.ts'
import type { CodeDescription } from '#shared/contract/code-lists.ts'
import { FindField } from '../list/filter-controls.tsx'
import { formatOwners } from './format-owners.ts'
import { LookupDialog } from './lookup-dialog.tsx'

type RecipientLookupProps = {
  channel: Channel
  onSelect: (recipient: CodeDescription) => void
  onClose: () => void
}

/** The first addresses or numbers of the panel's lists that match the text, each with its owners. */
function useRecipients(channel: Channel, filterText: string) {
  const { t } = useTranslation()
  const emails = trpc.controlPanel.emailGroups.useQuery(
    { filterText, page: 1 },
    { ...listOptions, enabled: channel === 'EMAIL' },
  )
  const phones = trpc.controlPanel.phoneGroups.useQuery(
    { filterText, page: 1 },
    { ...listOptions, enabled: channel === 'PHONE' },
  )
  const content = { EMAIL: emails.data?.content, PHONE: phones.data?.content }[channel]
  if (emails.error || phones.error) return { rows: [], more: false }
  if (!content) return { rows: undefined, more: false }
  const rows = content.groups.map((group) => {
    const [record] = group.records
    const shown = record && ('phoneNumberFormatted' in record ? record.phoneNumberFormatted : record.emailAddress)
    return { code: String(group.id), description: shown ?? '', detail: formatOwners(t, group) }
  })
  return { rows, more: content.total === null || content.total > rows.length }
}

/** Chooses an address or a number of any user whom the administrator may see. */
export function RecipientLookup({ channel, onSelect, onClose }: RecipientLookupProps) {
  const { t } = useTranslation()
  const [filterText, setFilterText] = useState('')
  const onRest = useCallback((text: string) => setFilterText(text), [])
  const list = ({ EMAIL: 'emails', PHONE: 'phones' } as const)[channel]
  return (
    <LookupDialog
      title={t(`alertAdmin.${list}.listTitle`)}
      hint={t(`alertAdmin.${list}.click`)}
      {...useRecipients(channel, filterText)}
      onSelect={onSelect}
      onClose={onClose}
    >
      <FindField initial="" help={t(`alertAdmin.${list}.find`)} onSettled={onRest} />
    </LookupDialog>
  )
}
