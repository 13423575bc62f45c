import { Send, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { PhoneField, TextField } from '#client/components/form/text-field.tsx'
import { ConsentField } from '#client/components/person/consent-field.tsx'
import { StatusBadge } from '#client/components/ui/badge.tsx'
import { Button } from '#client/components/ui/button.tsx'
import type { Suppression } from '#client/features/alerts/status/suppression-for.ts'
import { SuppressionLine } from '#client/features/alerts/status/suppression-line.tsx'
import { type Channel, limits } from '#shared/contract/alert.ts'
import { CodeEntry } from './code-entry.tsx'
import { OwnRecipientsButton } from './own-recipients-button.tsx'

type SavedProps = {
  channel: Channel
  value: string
  verified: boolean
  /** Why it gets nothing, whether or not it is verified. */
  suppression?: Suppression | undefined
  /** False if nothing was sent to it now: it was pending before, or the send was refused. */
  asked?: boolean
  /** Staff do not have the code that was sent to someone else's phone. */
  byStaff?: boolean | undefined
  resending: boolean
  onResend: (() => void) | undefined
  /** Absent if the recipients are read-only. */
  onRemove?: () => void
}

/** A saved recipient is removed and added again rather than edited. */
export function SavedRecipient(props: SavedProps) {
  const { channel, value, verified, suppression, asked = true, byStaff, resending, onResend, onRemove } = props
  const { t } = useTranslation()
  return (
    <div className="grid gap-1.5 rounded-md border border-border px-4 py-3">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <p className="min-w-0 font-semibold wrap-anywhere">{value}</p>
        <StatusBadge status={verified ? 'VERIFIED' : 'VERIFICATION_NEEDED'} />
      </div>
      {suppression && <SuppressionLine {...suppression} />}
      {!verified && (
        <p className="text-sm leading-[1.45] text-muted-foreground">
          {t(`alert.${asked ? (byStaff ? 'waitsForOwner' : 'waits') : 'notAsked'}.${channel}`)}
        </p>
      )}
      {!verified && channel === 'PHONE' && !byStaff && <CodeEntry />}
      <div className="-ms-3 flex flex-wrap gap-2">
        {!verified && onResend && (
          <Button
            variant="quiet"
            size="small"
            onClick={onResend}
            busy={resending && t('alert.resending')}
            aria-label={t('alert.resendTo', { value })}
          >
            <Send aria-hidden />
            {t('alert.resend')}
          </Button>
        )}
        {onRemove && (
          <Button variant="dangerQuiet" size="small" onClick={onRemove} aria-label={t('alert.removeOne', { value })}>
            <Trash2 aria-hidden />
            {t('alert.remove')}
          </Button>
        )}
      </div>
    </div>
  )
}

type NewProps = {
  channel: Channel
  /** Where the recipient is in the form's values. */
  path: string
  /** Its position in the list, from 1, for the label when several are being entered. */
  number: number
  acknowledge: boolean
  otherCountries: boolean
  /** The user whose addresses the lookup offers; undefined while an administrator has chosen no user. */
  userId: number | undefined
  /** Staff state that the person agreed, after reading the consent to them. */
  byStaff?: boolean | undefined
  onRemove: () => void
}

type ValueProps = { name: string; label: string; otherCountries: boolean }

const valueFields: Record<Channel, (props: ValueProps) => ReactNode> = {
  EMAIL: function NewEmail({ name, label }) {
    return (
      <TextField
        name={name}
        label={label}
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={limits.email}
      />
    )
  },
  PHONE: function NewPhone({ name, label, otherCountries }) {
    const { t } = useTranslation()
    const help = otherCountries ? t('alert.phoneHelpAbroad') : t('form.phoneHelp')
    return <PhoneField name={name} label={label} help={help} />
  },
}

/** A recipient being entered: value, acknowledgment, Remove. */
export function NewRecipient(props: NewProps) {
  const { channel, path, number, acknowledge, otherCountries, userId, byStaff, onRemove } = props
  const { t } = useTranslation()
  const ValueField = valueFields[channel]
  const label = number === 1 ? t(`alert.recipient.${channel}`) : t(`alert.recipientNumber.${channel}`, { number })
  return (
    <div className="grid gap-1.5 rounded-md border border-border p-4">
      <ValueField name={`${path}.value`} label={label} otherCountries={otherCountries} />
      {acknowledge && (
        <ConsentField
          name={`${path}.acknowledged`}
          channel={channel}
          consent={t(`alert.consent.${channel}`)}
          byStaff={byStaff}
          shortLabel={t('alert.acknowledgement', { label })}
        />
      )}
      <div className="-ms-3 flex flex-wrap gap-2">
        <OwnRecipientsButton channel={channel} path={path} label={label} userId={userId} />
        <Button
          variant="dangerQuiet"
          size="small"
          onClick={onRemove}
          aria-label={t('alert.removeOne', { value: label })}
        >
          <Trash2 aria-hidden />
          {t('alert.remove')}
        </Button>
      </div>
    </div>
  )
}
