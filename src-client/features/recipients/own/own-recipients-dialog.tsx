import { Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { StatusBadge } from '#client/components/ui/badge.tsx'
import { Button } from '#client/components/ui/button.tsx'
import { Dialog } from '#client/components/ui/dialog.tsx'
import { EmptyState } from '#client/components/ui/empty-state.tsx'
import { LoadingOrFailed } from '#client/components/ui/loading-or-failed.tsx'
import { useTexts } from '#client/lib/api/start-content.ts'
import { trpc } from '#client/lib/api/trpc.ts'
import type { OwnRecipient } from '#server/routers/alerts/own-recipients.ts'
import { type Channel, channels } from '#shared/contract/alert.ts'
import { type Correctable, CorrectDialog } from '../correct-dialog.tsx'
import { useRemoveRecipient } from './use-remove-recipient.ts'

type ItemProps = {
  recipient: OwnRecipient
  onCorrect: (recipient: Correctable) => void
  onRemove: (recipient: OwnRecipient) => void
}

function RecipientItem({ recipient, onCorrect, onRemove }: ItemProps) {
  const { t } = useTranslation()
  const unused = (day: string) => (day ? t('recipient.kept', { day }) : t('recipient.unused'))
  const { value, verified, alerts, stopReason, keptUntil } = recipient
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-border py-3 last:border-b-0">
      <div className="grid min-w-0 gap-0.5">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <b className="min-w-0 wrap-anywhere">{value}</b>
          <StatusBadge status={verified ? 'VERIFIED' : 'VERIFICATION_NEEDED'} />
        </p>
        <p className="text-sm text-muted-foreground">
          {alerts > 0 ? t('recipient.usedBy', { count: alerts }) : unused(keptUntil)}
        </p>
        {stopReason && <p className="text-sm text-muted-foreground">{t('recipient.stopped')}</p>}
      </div>
      {alerts > 0 && (
        <Button
          variant="secondary"
          size="small"
          aria-label={t('recipient.correctOne', { value })}
          onClick={() => onCorrect(recipient)}
        >
          <Pencil aria-hidden />
          {t('recipient.correct')}
        </Button>
      )}
      {alerts === 0 && keptUntil === '' && (
        <Button
          variant="dangerQuiet"
          size="small"
          aria-label={t('recipient.removeOne', { value })}
          onClick={() => onRemove(recipient)}
        >
          <Trash2 aria-hidden />
          {t('recipient.remove')}
        </Button>
      )}
    </li>
  )
}

type ListProps = Omit<ItemProps, 'recipient'> & { channel: Channel; recipients: readonly OwnRecipient[] }

function RecipientList({ channel, recipients, ...actions }: ListProps) {
  const { t } = useTranslation()
  const own = recipients.filter((recipient) => recipient.channel === channel)
  if (own.length === 0) return null
  return (
    <section>
      <h3 className="font-semibold">{t(`recipient.lists.${channel}`)}</h3>
      <ul>
        {own.map((recipient) => (
          <RecipientItem key={recipient.id} recipient={recipient} {...actions} />
        ))}
      </ul>
    </section>
  )
}

/** The addresses and numbers of the reader's alerts: each is corrected here for all of them, or removed if unused. */
export function OwnRecipientsDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const texts = useTexts()
  const list = trpc.userView.recipients.useQuery(undefined, { staleTime: 0 })
  const [corrected, setCorrected] = useState<Correctable>()
  const remove = useRemoveRecipient()
  const recipients = list.data?.content
  return (
    <Dialog
      open
      onClose={onClose}
      title={t(texts ? 'recipient.title' : 'recipient.titleEmails')}
      description={t('recipient.lead')}
    >
      {!recipients && (
        <LoadingOrFailed query={list} loading={t('recipient.loading')} failed={t('recipient.failed')} lines={4} />
      )}
      {recipients?.length === 0 && <EmptyState title={t('recipient.none')} />}
      {recipients && recipients.length > 0 && (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
          {channels.map((channel) => (
            <RecipientList
              key={channel}
              channel={channel}
              recipients={recipients}
              onCorrect={setCorrected}
              onRemove={(recipient) => void remove(recipient)}
            />
          ))}
        </div>
      )}
      {corrected && <CorrectDialog recipient={corrected} onClose={() => setCorrected(undefined)} />}
    </Dialog>
  )
}
