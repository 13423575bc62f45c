import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { CheckboxField } from '#client/components/form/checkbox-field.tsx'
import { FormDialog } from '#client/components/form/form-dialog.tsx'
import { PhoneField, TextField } from '#client/components/form/text-field.tsx'
import { useAppForm } from '#client/components/form/use-app-form.ts'
import { ConsentField } from '#client/components/person/consent-field.tsx'
import { type StartContent, useStartContent } from '#client/lib/api/start-content.ts'
import { submit } from '#client/lib/api/submit.ts'
import { trpc } from '#client/lib/api/trpc.ts'
import { showMessage } from '#client/lib/dialogs/prompts.ts'
import { formatTypedPhone } from '#client/lib/format/phone.ts'
import { type Channel, limits } from '#shared/contract/alert.ts'
import { correctionProblems, needsAcknowledgment } from '#shared/domain/recipient/correction.ts'

/** A recipient to correct. `value`: as it is shown; `alerts`: how many use it. */
export type Correctable = {
  channel: Channel
  id: number
  value: string
  alerts: number
  /** The username of its owner, where staff correct it. */
  owner?: string
}

const schema = z.object({ value: z.string().trim(), acknowledged: z.boolean(), belongsToOther: z.boolean() })
type Values = z.infer<typeof schema>

type CorrectDialogProps = {
  recipient: Correctable
  /** The correct one, if it is known: '(612) 555-0142' for a phone. */
  to?: string
  onClose: () => void
}

/** Corrects a mistyped email or phone in all alerts of its owner. */
export function CorrectDialog(props: CorrectDialogProps) {
  const start = useStartContent()
  return start && <Correction {...props} start={start} />
}

function ValueField({ channel, otherCountries }: { channel: Channel; otherCountries: boolean }) {
  const { t } = useTranslation()
  const label = t(`recipient.value.${channel}`)
  if (channel === 'PHONE') {
    const help = t(otherCountries ? 'alert.phoneHelpAbroad' : 'form.phoneHelp')
    return <PhoneField name="value" label={label} help={help} autoComplete="off" />
  }
  return (
    <TextField
      name="value"
      label={label}
      type="email"
      inputMode="email"
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={limits.email}
    />
  )
}

function Correction({ recipient, to, start, onClose }: CorrectDialogProps & { start: StartContent }) {
  const { channel, id, value: current, alerts, owner } = recipient
  const { t } = useTranslation()
  const utils = trpc.useUtils()
  const correct = trpc.userView.recipientCorrect.useMutation({ meta: { handled: true } })
  const toValue = { EMAIL: (text: string) => text, PHONE: formatTypedPhone }[channel]
  const form = useAppForm<Values, Values>({
    schema,
    rule: ({ value, acknowledged }) =>
      correctionProblems(channel, { value: toValue(value), acknowledged }, current, start),
    defaultValues: { value: to ?? current, acknowledged: false, belongsToOther: false },
  })
  const onSubmit = ({ value, ...ticks }: Values) =>
    submit(
      async () => {
        const { message } = await correct.mutateAsync({ channel, id, value: toValue(value), ...ticks })
        void Promise.all([utils.userView.invalidate(), utils.controlPanel.invalidate(), utils.home.invalidate()])
        onClose()
        await showMessage('OK', message ?? '')
      },
      { fields: ['value', 'acknowledged'] },
    )
  const byStaff = owner !== undefined
  const consent = t(alerts === 1 ? `alert.consent.${channel}` : `alert.consentForAll.${channel}`)
  const lead = t('recipient.correctLead', { count: alerts })
  return (
    <FormDialog
      form={form}
      title={t(`recipient.correctTitle.${channel}`)}
      description={!byStaff ? lead : `${t('recipient.ofOwner', { owner })} ${lead}`}
      submit={t('recipient.save')}
      onSubmit={onSubmit}
      onClose={onClose}
      className="gap-5"
    >
      <p className="wrap-anywhere">{t('recipient.now', { value: current })}</p>
      <ValueField channel={channel} otherCountries={start.otherCountries} />
      {needsAcknowledgment(channel, start) && (
        <ConsentField
          name="acknowledged"
          channel={channel}
          consent={consent}
          byStaff={byStaff}
          shortLabel={t('recipient.acknowledgement')}
        />
      )}
      {byStaff && (
        <CheckboxField
          name="belongsToOther"
          label={t(`recipient.other.${channel}`, { value: current })}
          shortLabel={t('recipient.otherShort')}
          help={t('recipient.otherHelp')}
        />
      )}
    </FormDialog>
  )
}
