import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { CheckboxField } from '#client/components/form/checkbox-field.tsx'
import type { AlertView } from '#shared/contract/alert-view.ts'
import type { AlertFormInput } from '../alert-form-values.ts'

/**
 * Staff removed a verified recipient. It still gets notices for 7 days, while its reader may object, unless staff say
 * that the address or number belongs to another person: then it gets nothing more.
 */
export function BelongsToOther({ alert }: { alert: AlertView }) {
  const { t } = useTranslation()
  const [emails, phones] = useWatch<AlertFormInput, ['alertEmailAddresses', 'alertPhones']>({
    name: ['alertEmailAddresses', 'alertPhones'],
  })
  const left = new Set([...(emails ?? []), ...(phones ?? [])].map(({ value }) => value))
  const takenOut = [...alert.alertEmailAddresses, ...alert.alertPhones].filter(
    ({ verified, value }) => verified && !left.has(value),
  )
  if (takenOut.length === 0) return null
  const values = takenOut.map(({ value }) => value).join(', ')
  return (
    <CheckboxField
      name="belongsToOther"
      className="wrap-anywhere"
      label={t('recipient.otherTaken', { count: takenOut.length, values })}
      shortLabel={t('recipient.otherShort')}
      help={t('recipient.otherTakenHelp', { count: takenOut.length })}
    />
  )
}
