import { useTranslation } from 'react-i18next'
import { limits } from '#shared/contract/alert.ts'
import { messages } from '#shared/contract/messages.ts'
import { TextField } from '#client/components/form/text-field.tsx'
import { Step } from './step.tsx'

/** Step 3: the nickname. */
export function NameStep() {
  const { t } = useTranslation()
  return (
    <Step number={3} title={t('alert.nameTitle')}>
      <TextField
        name="name"
        label={t('alert.nickname')}
        help={messages.nicknameHelp}
        maxLength={limits.alertName}
        autoComplete="off"
      />
    </Step>
  )
}
