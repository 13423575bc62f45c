import { useTranslation } from 'react-i18next'
import type { Channel } from '#shared/contract/alert.ts'
import { CheckboxField } from '../form/checkbox-field.tsx'

type ConsentFieldProps = {
  name: string
  channel: Channel
  /** The text that a reader agrees to. */
  consent: string
  shortLabel: string
  byStaff?: boolean | undefined
}

/**
 * The consent to messages. Staff do not give it: they read its text to the person, and state that the person agrees.
 */
export function ConsentField({ name, channel, consent, shortLabel, byStaff = false }: ConsentFieldProps) {
  const { t } = useTranslation()
  return (
    <CheckboxField
      name={name}
      label={byStaff ? t(`recipient.agreed.${channel}`) : consent}
      help={byStaff ? t('account.move.readOut', { consent }) : undefined}
      shortLabel={shortLabel}
    />
  )
}
