import { lazy, Suspense, useRef } from 'react'
import { useFieldArray, useFormContext } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { FieldHelp } from '#client/components/form/field.tsx'
import { FormProblem } from '#client/components/form/form-problem.tsx'
import { Button } from '#client/components/ui/button.tsx'
import type { Suppression } from '#client/features/alerts/status/suppression-for.ts'
import { logWarning } from '#client/lib/log.ts'
import type { AlertView, Recipient } from '#shared/contract/alert-view.ts'
import type { Channel } from '#shared/contract/alert.ts'
import type { AlertRules } from '#shared/domain/alert/alert.ts'
import { maxRecipients, missingRecipientMessage } from '#shared/domain/alert/max-recipients.ts'
import { type AlertFormInput, newRecipient } from '../alert-form-values.ts'
import { getReaderTexts } from '../reader-texts.ts'
import { Step } from '../step.tsx'
import { BelongsToOther } from './belongs-to-other.tsx'
import { NewRecipient, SavedRecipient } from './recipient-block.tsx'
import { SharedConsent } from './shared-consent.tsx'

/** Loads after the form, with the library of phone numbers. If it cannot be loaded, the resident types the number. */
const OwnPhoneButton = lazy(() =>
  import('./own-phone-button.tsx').then(
    ({ OwnPhoneButton: button }) => ({ default: button }),
    (cause: unknown) => {
      logWarning('The offer of her own phone could not be loaded.', cause)
      return { default: () => null }
    },
  ),
)

const lists = { EMAIL: 'alertEmailAddresses', PHONE: 'alertPhones' } as const

type ListProps = {
  channel: Channel
  /** How many there may be. */
  max: number
  acknowledge: boolean
  /** They belong to several alerts, so one checkbox acknowledges all of them. */
  together?: boolean | undefined
  otherCountries: boolean
  /** The user whose addresses the lookup offers; undefined while an administrator has chosen no user. */
  userId: number | undefined
  /** An administrator is editing, who does not have the code sent to someone else's phone. */
  byStaff?: boolean | undefined
  /** Sends a saved recipient another confirmation request; absent while the alert is not saved. */
  onResend: ((channel: Channel, id: number) => void) | undefined
  resendingId: number
  /** Whether the phone of the reader's account is offered. */
  offersOwnPhone?: boolean
  /** Why a saved recipient gets nothing; absent if that is unknown. */
  suppressionFor?: ((channel: Channel, recipient: { id: number; value: string }) => Suppression | undefined) | undefined
  /** The alert's recipients as the server has them now: a recipient may confirm while the form is open. */
  saved: readonly Recipient[]
}

/** The recipients of one channel in the form, and the ways to add and remove them. */
function useRecipientFields(channel: Channel) {
  const name = lists[channel]
  const list = useRef<HTMLFieldSetElement>(null)
  const { clearErrors } = useFormContext<AlertFormInput>()
  const { fields, append, remove } = useFieldArray<AlertFormInput, typeof name, 'key'>({ name, keyName: 'key' })
  return {
    name,
    list,
    fields,
    add: (value = '') => {
      clearErrors('recipients' as keyof AlertFormInput)
      append(newRecipient(value))
      // The pressed button disappears once the value is known.
      if (value !== '') list.current?.focus({ preventScroll: true })
    },
    removeAt: (index: number) => {
      remove(index)
      // The pressed button disappeared. Continue from the list, not from the top of the dialog.
      list.current?.focus({ preventScroll: true })
    },
  }
}

type AddButtonsProps = {
  channel: Channel
  /** The contents of the list. */
  entered: readonly (string | null | undefined)[]
  /** Whether the phone of the reader's account is offered. */
  ownPhone: false | { otherCountries: boolean }
  onAdd: (value?: string) => void
}

function AddButtons({ channel, entered, ownPhone, onAdd }: AddButtonsProps) {
  const { t } = useTranslation()
  return (
    <>
      {ownPhone && (
        <Suspense>
          <OwnPhoneButton {...ownPhone} entered={entered} onAdd={onAdd} />
        </Suspense>
      )}
      <Button variant="quiet" size="small" className="-ms-3 justify-self-start" onClick={() => onAdd()}>
        {t(`alert.${entered.length === 0 ? 'addFirst' : 'addAnother'}.${channel}`)}
      </Button>
    </>
  )
}

function ListLegend({ channel, max }: Pick<ListProps, 'channel' | 'max'>) {
  const { t } = useTranslation()
  return (
    <legend className="mb-2 font-semibold">
      {t(`alert.list.${channel}`)}{' '}
      {max > 0 && <span className="font-normal text-muted-foreground">{t('alert.upTo', { count: max })}</span>}
    </legend>
  )
}

function RecipientList({
  channel,
  max,
  acknowledge,
  together = false,
  otherCountries,
  userId,
  byStaff,
  onResend,
  resendingId,
  offersOwnPhone = false,
  suppressionFor,
  saved,
}: ListProps) {
  const { name, list, fields, add, removeAt } = useRecipientFields(channel)
  return (
    <fieldset ref={list} tabIndex={-1} className="grid gap-2">
      <ListLegend channel={channel} max={max} />
      {fields.map((recipient, index) => {
        // The API also accepts the number as text.
        const id = Number(recipient.id ?? 0)
        return recipient.saved && id ? (
          <SavedRecipient
            key={recipient.key}
            channel={channel}
            value={recipient.value ?? ''}
            verified={saved.find((item) => item.id === id)?.verified ?? recipient.verified === true}
            suppression={suppressionFor?.(channel, { id, value: recipient.value ?? '' })}
            byStaff={byStaff}
            resending={resendingId === id}
            onResend={onResend && (() => onResend(channel, id))}
            onRemove={() => removeAt(index)}
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
            byStaff={byStaff}
            onRemove={() => removeAt(index)}
          />
        )
      })}
      {acknowledge && together && fields.length > 0 && <SharedConsent channel={channel} list={name} />}
      {fields.length < max && (
        <AddButtons
          channel={channel}
          entered={fields.map(({ value }) => value)}
          ownPhone={offersOwnPhone && { otherCountries }}
          onAdd={add}
        />
      )}
    </fieldset>
  )
}

type RecipientsStepProps = Pick<
  ListProps,
  'onResend' | 'resendingId' | 'suppressionFor' | 'userId' | 'byStaff' | 'together'
> & {
  /** Replaces the question that residents see. */
  title?: string
  rules: AlertRules
  /** The saved alert; absent for a new one. */
  alert: AlertView | undefined
}

/** Recipients of a channel that the county no longer offers may stay, and can be removed. */
const hasSaved = (recipients: readonly Recipient[] = []) => recipients.length > 0

/** Step 2: the recipients. */
export function RecipientsStep({ title, rules, alert, ...rest }: RecipientsStepProps) {
  const { t } = useTranslation()
  const heading = title ?? t('alert.tellTitle')
  const { numberOfEmails, numberOfPhones, emailAcknowledgement, phoneAcknowledgement } = rules.alertSettings
  return (
    <Step number={2} title={heading}>
      <FieldHelp>
        {missingRecipientMessage(rules)}{' '}
        {t(`${getReaderTexts(rest)}.${maxRecipients(rules) > 1 ? 'tellHelp' : 'tellHelpAlone'}`)}
      </FieldHelp>
      <FormProblem name="recipients" label={heading} />
      {(numberOfEmails > 0 || hasSaved(alert?.alertEmailAddresses)) && (
        <RecipientList
          channel="EMAIL"
          max={numberOfEmails}
          acknowledge={emailAcknowledgement}
          saved={alert?.alertEmailAddresses ?? []}
          otherCountries={rules.otherCountries}
          {...rest}
        />
      )}
      {rules.texts && (numberOfPhones > 0 || hasSaved(alert?.alertPhones)) && (
        <RecipientList
          channel="PHONE"
          offersOwnPhone={!alert && !rest.byStaff}
          max={numberOfPhones}
          acknowledge={phoneAcknowledgement}
          saved={alert?.alertPhones ?? []}
          otherCountries={rules.otherCountries}
          {...rest}
        />
      )}
      {rest.byStaff && alert && <BelongsToOther alert={alert} />}
    </Step>
  )
}
