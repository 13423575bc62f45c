import { Forward } from 'lucide-react'
import { useState } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import { Button } from '#client/components/ui/button.tsx'
import { BoldIds } from '#client/components/ui/unbroken-ids.tsx'
import { refreshThenShow } from '#client/lib/api/refresh-then-show.ts'
import { trpc } from '#client/lib/api/trpc.ts'
import type { FormerContact } from '#shared/contract/former-contact.ts'
import { CorrectDialog } from '../recipients/public.ts'

/** What still goes to a former email or phone of the account, and one press that sends it to the new one too. */
export function FormerContacts({ contacts }: { contacts: readonly FormerContact[] }) {
  const [texting, setTexting] = useState<FormerContact>()
  const utils = trpc.useUtils()
  const refresh = () => Promise.all([utils.home.invalidate(), utils.userView.invalidate()])
  const move = trpc.userView.recipientCorrect.useMutation(refreshThenShow(refresh))
  const keep = trpc.home.keepFormerContact.useMutation({ onSuccess: refresh })
  if (contacts.length === 0) return null
  // Texts need consent, which the dialog asks for.
  const send = (contact: FormerContact) =>
    contact.channel === 'PHONE'
      ? setTexting(contact)
      : move.mutate({ channel: 'EMAIL', id: contact.id, value: contact.to, acknowledged: true })
  const isBusy = move.isPending || keep.isPending
  return (
    <>
      <ul className="grid gap-3 print:hidden">
        {contacts.map((contact) => (
          <FormerContactItem
            key={`${contact.channel} ${contact.id}`}
            contact={contact}
            sending={move.isPending && move.variables.id === contact.id}
            onSend={() => isBusy || send(contact)}
            onLeave={() => isBusy || keep.mutate({ channel: contact.channel, id: contact.id })}
          />
        ))}
      </ul>
      {texting && <CorrectDialog recipient={texting} to={texting.to} onClose={() => setTexting(undefined)} />}
    </>
  )
}

type ItemProps = { contact: FormerContact; sending: boolean; onSend: () => void; onLeave: () => void }

function FormerContactItem({ contact: { value, to, alerts }, sending, onSend, onLeave }: ItemProps) {
  const { t } = useTranslation()
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] items-start gap-x-3 gap-y-1 rounded-lg border border-border bg-card px-card py-3">
      <Forward className="mt-0.5 text-muted-foreground sm:mt-2.5" aria-hidden />
      <div className="contents sm:flex sm:min-w-0 sm:flex-wrap sm:items-center sm:justify-between sm:gap-x-4">
        <p className="min-w-0 wrap-anywhere sm:py-2">
          <Trans i18nKey="home.former.stillGo" count={alerts} values={{ value }} components={{ b: <BoldIds /> }} />
        </p>
        <div className="col-span-full mt-2 flex flex-wrap gap-x-3 gap-y-1 max-sm:[&>*]:w-full sm:mt-0">
          <Button variant="secondary" size="small" onClick={onSend} busy={sending && t('home.former.sending')}>
            <span className="wrap-anywhere">{t('home.former.send', { count: alerts, to })}</span>
          </Button>
          <Button variant="quiet" size="small" onClick={onLeave} aria-label={t('home.former.leaveFor', { value })}>
            {t('home.former.leave')}
          </Button>
        </div>
      </div>
    </li>
  )
}
