import { type FieldPath, useFormContext, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { CheckboxRow } from '#client/components/form/checkbox-field.tsx'
import type { Channel } from '#shared/contract/alert.ts'
import type { AlertFormInput } from '../alert-form-values.ts'

type Lists = Pick<AlertFormInput, 'alertEmailAddresses' | 'alertPhones'>
type SharedConsentProps = { channel: Channel; list: keyof Lists }

/** One checkbox for all recipients of a list, checked while every one of them is acknowledged. */
export function SharedConsent({ channel, list }: SharedConsentProps) {
  const { t } = useTranslation()
  const { setValue, trigger, formState, getFieldState } = useFormContext<Lists>()
  const recipients = useWatch<Lists, typeof list>({ name: list }) ?? []
  const paths = recipients.map((_one, index) => `${list}.${index}.acknowledged` as FieldPath<Lists>)
  const error = paths.map((path) => getFieldState(path, formState).error?.message).find(Boolean)
  return (
    <CheckboxRow
      name={`${list}.acknowledged`}
      label={t(`alert.consentForAll.${channel}`)}
      shortLabel={t('alert.acknowledgement', { label: t(`alert.list.${channel}`) })}
      checked={recipients.length > 0 && recipients.every(({ acknowledged }) => acknowledged === true)}
      error={error}
      onChange={(checked) => {
        for (const path of paths) setValue(path, checked, { shouldDirty: true, shouldTouch: true })
        if (error) void trigger(paths)
      }}
    />
  )
}
