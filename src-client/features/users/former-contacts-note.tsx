import { Forward } from 'lucide-react'
import { Trans } from 'react-i18next'
import { Banner } from '#client/components/ui/banner.tsx'
import { BoldIds } from '#client/components/ui/unbroken-ids.tsx'
import type { Channel } from '#shared/contract/alert.ts'
import type { FormerContact } from '#shared/contract/former-contact.ts'

type FormerContactsNoteProps = { channel: Channel; contacts: readonly FormerContact[] }

/** Below the email or the phone of the account: what still goes to the former ones, as on the user's home page. */
export function FormerContactsNote({ channel, contacts }: FormerContactsNoteProps) {
  const shown = contacts.filter((contact) => contact.channel === channel)
  if (shown.length === 0) return null
  return (
    <Banner icon={Forward} className="wrap-anywhere">
      {shown.map(({ id, value, alerts }) => (
        <p key={id}>
          <Trans i18nKey={`user.former.${channel}`} count={alerts} values={{ value }} components={{ b: <BoldIds /> }} />
        </p>
      ))}
    </Banner>
  )
}
