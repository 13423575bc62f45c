import { useRef } from 'react'
import { useFieldArray, useFormContext } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { AlertView, Channel, Recipient } from '#shared/contract/alert.ts'
import type { AlertRules } from '#shared/domain/alert/alert.ts'
import { maxRecipients, missingRecipientMessage } from '#shared/domain/alert/max-recipients.ts'
import { FieldHelp } from '#client/components/form/field.tsx'
import { FormProblem } from '#client/components/form/form-problem.tsx'
import { Button } from '#client/components/ui/button.tsx'
import type { Stop } from '#client/features/alerts/status/suppression-for.ts'
import { type AlertFormInput, newRecipient } from '../alert-form-values.ts'
import { NewRecipient, SavedRecipient } from './recipient-block.tsx'
import { SharedConsent } from './shared-consent.tsx'
import { Step } from '../step.tsx'

const lists = { EMAIL: 'alertEmailAddresses', PHONE: 'alertPhones' } as const

type ListProps = {
  channel: Channel
  /** How many there may be. */
  most: number
  acknowledge: boolean
  /** They belong to several alerts: one box agrees for all of them. */
  together?: boolean | undefined
  otherCountries: boolean
  /** Whose addresses the look-up offers; undefined while an administrator has chosen no user. */
  userId: number | undefined
  /** An administrator writes it, who does not have the code of another's phone. */
  byStaff?: boolean | undefined
  /** Asks a saved recipient again to confirm; absent while the alert is not saved. */
  onResend: ((channel: Channel, id: number) => void) | undefined
  resendingId: number
  /** What stands against telling a saved recipient; absent where that is not known. */
  stopOf?: ((channel: Channel, recipient: { id: number; value: string }) => Stop | undefined) | undefined
  /** The alert's recipients as the server has them now: somebody may confirm while the form is open. */
  saved: readonly Recipient[]
}

function RecipientList({
  channel,
  most,
  acknowledge,
  together = false,
  otherCountries,
  userId,
  byStaff,
  onResend,
  resendingId,
  stopOf,
  saved,
}: ListProps) {
  const { t } = useTranslation()
  const name = lists[channel]
  const { clearErrors } = useFormContext<AlertFormInput>()
  const { fields, append, remove } = useFieldArray<AlertFormInput, typeof name, 'key'>({ name, keyName: 'key' })
  const add = () => {
    clearErrors('recipients' as keyof AlertFormInput)
    append(newRecipient())
  }
  const list = useRef<HTMLFieldSetElement>(null)
  const take = (index: number) => {
    remove(index)
    // The button that was pressed is gone: go on from the list, not from the top of the dialog.
    list.current?.focus({ preventScroll: true })
  }
  return (
    <fieldset ref={list} tabIndex={-1} className="grid gap-2">
      <legend className="mb-2 font-semibold">
        {t(`alert.list.${channel}`)}{' '}
        <span className="font-normal text-muted-foreground">{t('alert.upTo', { count: most })}</span>
      </legend>
      {fields.map((recipient, index) => {
        // The wire takes its digits as text too.
        const id = Number(recipient.id ?? 0)
        return recipient.saved && id ? (
          <SavedRecipient
            key={recipient.key}
            channel={channel}
            value={recipient.value ?? ''}
            verified={saved.find((one) => one.id === id)?.verified ?? recipient.verified === true}
            stop={stopOf?.(channel, { id, value: recipient.value ?? '' })}
            byStaff={byStaff}
            resending={resendingId === id}
            onResend={onResend && (() => onResend(channel, id))}
            onRemove={() => take(index)}
          />
        ) : (
          <NewRecipient
            key={recipient.key}
            channel={channel}
            path={`${name}.${index}`}
            number={index + 1}
            acknowledge={acknowledge && !together}
            otherCountries={otherCountries}
            userId={userId}
            onRemove={() => take(index)}
          />
        )
      })}
      {acknowledge && together && fields.length > 0 && <SharedConsent channel={channel} list={name} />}
      {fields.length < most && (
        <Button variant="quiet" size="small" className="-ms-3 justify-self-start" onClick={add}>
          {t(`alert.${fields.length === 0 ? 'addFirst' : 'addAnother'}.${channel}`)}
        </Button>
      )}
    </fieldset>
  )
}

type RecipientsStepProps = Pick<
  ListProps,
  'onResend' | 'resendingId' | 'stopOf' | 'userId' | 'byStaff' | 'together'
> & {
  /** In place of the resident's question. */
  title?: string
  rules: AlertRules
  /** The alert as the server has it; absent for a new one. */
  alert: AlertView | undefined
}

/** Step 2: who to tell. */
export function RecipientsStep({ title, rules, alert, ...rest }: RecipientsStepProps) {
  const { t } = useTranslation()
  const heading = title ?? t('alert.tellTitle')
  const { numberOfEmails, numberOfPhones, emailAcknowledgement, phoneAcknowledgement } = rules.alertSettings
  return (
    <Step number={2} title={heading}>
      <FieldHelp>
        {missingRecipientMessage(rules)} {t(maxRecipients(rules) > 1 ? 'alert.tellHelp' : 'alert.tellHelpAlone')}
      </FieldHelp>
      <FormProblem name="recipients" label={heading} />
      {numberOfEmails > 0 && (
        <RecipientList
          channel="EMAIL"
          most={numberOfEmails}
          acknowledge={emailAcknowledgement}
          saved={alert?.alertEmailAddresses ?? []}
          otherCountries={rules.otherCountries}
          {...rest}
        />
      )}
      {rules.texts && numberOfPhones > 0 && (
        <RecipientList
          channel="PHONE"
          most={numberOfPhones}
          acknowledge={phoneAcknowledgement}
          saved={alert?.alertPhones ?? []}
          otherCountries={rules.otherCountries}
          {...rest}
        />
      )}
    </Step>
  )
}
