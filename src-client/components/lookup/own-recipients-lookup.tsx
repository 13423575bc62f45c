import { useTranslation } from 'react-i18next'
import { trpc } from '#client/lib/api/trpc.ts'
import { useCurrentUser } from '#client/lib/session/current-user.ts'
import type { Channel } from '#shared/contract/alert.ts'
import type { CodeDescription } from '#shared/contract/code-lists.ts'
import { LookupDialog } from './lookup-dialog.tsx'

const none: readonly CodeDescription[] = []

/**
 * The addresses of an owner's alerts, with the record's id as code. If they cannot be loaded, the list is empty.
 * @returns undefined while they load
 */
export function useOwnRecipients(channel: Channel, userId: number): readonly CodeDescription[] | undefined {
  const silent = { meta: { handled: true }, retry: false, staleTime: 0 } as const
  const emails = trpc.helperdata.useremailaddressescodedescription.useQuery(
    { userId },
    { ...silent, enabled: channel === 'EMAIL' },
  )
  const phones = trpc.helperdata.userphonenumberscodedescription.useQuery(
    { userId },
    { ...silent, enabled: channel === 'PHONE' },
  )
  const { data, error } = { EMAIL: emails, PHONE: phones }[channel]
  return data?.content.codeDescriptionResultList ?? (error ? none : undefined)
}

const texts = {
  EMAIL: { title: 'lookUp.emails', titleOfUser: 'lookUp.emailsOfUser', hint: 'lookUp.clickEmail' },
  PHONE: { title: 'lookUp.phones', titleOfUser: 'lookUp.phonesOfUser', hint: 'lookUp.clickPhone' },
} as const satisfies Record<Channel, object>

type OwnRecipientsLookupProps = {
  channel: Channel
  userId: number
  onSelect: (row: CodeDescription) => void
  onClose: () => void
}

/** 'My Email Address List' or 'My Phone List'; staff, who look up another user's addresses, get a different title. */
export function OwnRecipientsLookup({ channel, userId, onSelect, onClose }: OwnRecipientsLookupProps) {
  const { t } = useTranslation()
  const rows = useOwnRecipients(channel, userId)
  const reader = useCurrentUser().data?.content
  const own = !reader || reader.userId === userId
  const { title, titleOfUser, hint } = texts[channel]
  return (
    <LookupDialog
      title={t(own ? title : titleOfUser)}
      hint={t(hint)}
      rows={rows}
      onSelect={onSelect}
      onClose={onClose}
    />
  )
}
