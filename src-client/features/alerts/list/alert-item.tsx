import { Pencil, SearchX } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { StatusBadge } from '#client/components/ui/badge.tsx'
import { Button } from '#client/components/ui/button.tsx'
import { channelIcons } from '#client/components/ui/channel-icons.ts'
import { UnbrokenIds } from '#client/components/ui/unbroken-ids.tsx'
import type { AlertView, Recipient } from '#shared/contract/alert-view.ts'
import type { Channel } from '#shared/contract/alert.ts'
import { AlertStatus } from '../status/alert-status.tsx'
import { PropertyLine } from '../status/property-line.tsx'
import type { Suppression } from '../status/suppression-for.ts'
import { SuppressionLine } from '../status/suppression-line.tsx'
import { useSuppressionFor } from '../status/use-suppression-for.ts'
import { MatchOptionsLine } from './match-options-line.tsx'

function RecipientLine({
  channel,
  recipient,
  suppression,
}: {
  channel: Channel
  recipient: Recipient
  suppression: Suppression | undefined
}) {
  const Icon = channelIcons[channel]
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <span className="flex min-w-0 gap-2 wrap-anywhere">
        <Icon className="mt-[0.15em] text-muted-foreground" aria-hidden />
        {recipient.verified ? recipient.value : <s className="decoration-1">{recipient.value}</s>}
      </span>
      <StatusBadge status={recipient.verified ? 'VERIFIED' : 'VERIFICATION_NEEDED'} />
      {/* The home page below, and the alert, have the button that resumes it. */}
      {suppression && <SuppressionLine message={suppression.message} canUndo={false} />}
    </li>
  )
}

type AlertItemProps = {
  alert: AlertView
  editHref: string
  /** The form for a record that the alert should have found. */
  foundHref: string
}

/** An alert of the list: criteria, recipients, and the links to change it and to report a record. */
export function AlertItem({ alert, editHref, foundHref }: AlertItemProps) {
  const { t } = useTranslation()
  const suppressionFor = useSuppressionFor()
  const line = (channel: Channel, recipient: Recipient) => (
    <RecipientLine
      key={`${channel} ${recipient.id}`}
      channel={channel}
      recipient={recipient}
      suppression={suppressionFor({ alertId: alert.id, channel, ...recipient })}
    />
  )
  return (
    <li className="grid gap-2 rounded-lg border border-border bg-card p-4">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <h3 className="min-w-0 wrap-anywhere">
          <UnbrokenIds>{alert.name}</UnbrokenIds>
        </h3>
        <AlertStatus alert={alert} />
      </div>
      <p className="wrap-anywhere">
        <UnbrokenIds>{alert.criteria}</UnbrokenIds>{' '}
        <span className="text-sm text-muted-foreground">({alert.criteriaType})</span>
        <PropertyLine alert={alert} />
      </p>
      <MatchOptionsLine alert={alert} />
      <ul aria-label={t('alertList.recipients')} className="grid gap-2">
        {alert.alertEmailAddresses.map((recipient) => line('EMAIL', recipient))}
        {alert.alertPhones.map((recipient) => line('PHONE', recipient))}
      </ul>
      <div className="-ms-3 flex flex-wrap">
        <Button variant="quiet" size="small" asChild>
          <Link href={editHref} aria-label={t('alertList.editOne', { name: alert.name })}>
            <Pencil aria-hidden />
            {t('alertList.edit')}
          </Link>
        </Button>
        <Button variant="quiet" size="small" asChild>
          <Link href={foundHref} aria-label={t('foundRecord.openFor', { name: alert.name })}>
            <SearchX aria-hidden />
            {t('foundRecord.open')}
          </Link>
        </Button>
      </div>
    </li>
  )
}
