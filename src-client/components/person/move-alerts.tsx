import type { TFunction } from 'i18next'
import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useStartContent, useTexts } from '#client/lib/api/start-content.ts'
import { formatTypedPhone } from '#client/lib/format/phone.ts'
import type { Channel } from '#shared/contract/alert.ts'
import { parsePhone } from '#shared/domain/phone.ts'
import { emailProblem, toTargetKey } from '#shared/domain/recipient/correction.ts'
import { CheckboxField } from '../form/checkbox-field.tsx'

type MoveAlertsProps = {
  channel: Channel
  /** The email or phone of the account as it is saved. */
  current: string
  /** How many alerts go to it. */
  alerts: number
  /** Staff fill in the form, who also say whether the old one belongs to another person. */
  byStaff?: boolean
}

const fields = {
  EMAIL: { value: 'email', move: 'moveAlerts', other: 'emailBelongsToOther' },
  PHONE: { value: 'phone', move: 'moveTexts', other: 'phoneBelongsToOther' },
} as const

/** The text that the checkbox of a phone agrees to. */
function toConsentHelp(t: TFunction, { alerts, byStaff }: { alerts: number; byStaff: boolean }): string {
  const consent = t(alerts === 1 ? 'alert.consent.PHONE' : 'alert.consentForAll.PHONE')
  return byStaff ? t('account.move.readOut', { consent }) : consent
}

/** Whether another email or phone is entered, to which alerts can go. */
function useIsOther(channel: Channel, current: string): boolean {
  const otherCountries = useStartContent()?.otherCountries ?? false
  const typed = (useWatch<Record<string, string>>({ name: fields[channel].value }) ?? '').trim()
  // As it is saved: the field formats a number only when the reader leaves it, which may be to press Update.
  const entered = channel === 'PHONE' ? formatTypedPhone(typed) : typed
  if (toTargetKey(channel, entered) === toTargetKey(channel, current)) return false
  return channel === 'EMAIL' ? emailProblem(entered) === undefined : !('problem' in parsePhone(entered, otherCountries))
}

/**
 * With another email or phone of an account: whether the alerts that go to the current one go there too. Entering a
 * phone is no consent to texts; checking the box is, so it starts unchecked.
 */
export function MoveAlerts({ channel, current, alerts, byStaff = false }: MoveAlertsProps) {
  const { t } = useTranslation()
  const { move, other } = fields[channel]
  const texts = useTexts()
  const isOther = useIsOther(channel, current)
  const moves = useWatch<Record<string, boolean>>({ name: move })
  if (alerts === 0 || !isOther || (channel === 'PHONE' && !texts)) return null
  return (
    <div className="grid">
      <CheckboxField
        name={move}
        label={t(`account.move.${byStaff ? 'theirs' : 'own'}.${channel}`, { count: alerts })}
        shortLabel={t(`account.move.short.${channel}`)}
        help={channel === 'PHONE' ? toConsentHelp(t, { alerts, byStaff }) : undefined}
      />
      {byStaff && moves && (
        <CheckboxField
          name={other}
          className="ms-8 wrap-anywhere"
          label={t(`recipient.other.${channel}`, { value: current })}
          shortLabel={t('recipient.otherShort')}
          help={t('recipient.otherTakenHelp', { count: 1 })}
        />
      )}
    </div>
  )
}
