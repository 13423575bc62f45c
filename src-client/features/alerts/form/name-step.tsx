import { useFormContext } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { DateField, TextField } from '#client/components/form/text-field.tsx'
import { limits } from '#shared/contract/alert.ts'
import { messages } from '#shared/contract/messages.ts'
import type { AlertFormInput } from './alert-form-values.ts'
import { getReaderTexts, type Reader } from './reader-texts.ts'
import { Step } from './step.tsx'

/** Step 3: the nickname and, for a saved alert, a pause. */
export function NameStep({ existing, parcels = 1, byStaff }: Reader & { existing: boolean; parcels?: number }) {
  const { t } = useTranslation()
  const paused = useFormContext<AlertFormInput>().formState.defaultValues?.pausedUntil
  const pauseHelp = [t(`${getReaderTexts({ byStaff })}.pauseHelp`), paused && t('alert.pauseEnd')]
    .filter(Boolean)
    .join(' ')
  return (
    <Step number={3} title={t('alert.nameTitle')}>
      <TextField
        name="name"
        label={t('alert.nickname')}
        help={parcels > 1 ? `${messages.nicknameHelp} ${t('alert.numbered')}` : messages.nicknameHelp}
        maxLength={limits.alertName}
        autoComplete="off"
      />
      {existing && <DateField name="pausedUntil" label={t('alert.pauseUntil')} help={pauseHelp} optional />}
    </Step>
  )
}
