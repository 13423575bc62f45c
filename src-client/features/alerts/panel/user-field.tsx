import { BookUser, X } from 'lucide-react'
import { useId, useState } from 'react'
import { useFormContext, useFormState, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { FieldError, FieldHelp, invalidBar } from '#client/components/form/field.tsx'
import { UserLookup } from '#client/components/lookup/user-lookup.tsx'
import { Button } from '#client/components/ui/button.tsx'
import { trpc } from '#client/lib/api/trpc.ts'
import { cn } from '#client/lib/cn.ts'
import { showMessage } from '#client/lib/dialogs/prompts.ts'
import { type AlertFormInput } from '../form/alert-form-values.ts'

const hasValue = (list: AlertFormInput['alertEmailAddresses']) => list?.some(({ value }) => value?.trim()) ?? false

/** The name of the user: as chosen, or looked up, because a kept draft knows only the id. */
function useUserName(saved: string, userId: AlertFormInput['userId']) {
  const [name, setName] = useState(saved)
  const found = trpc.controlPanel.filterNames.useQuery(
    { userId: userId ?? undefined },
    { enabled: Boolean(userId) && name === '', meta: { handled: true } },
  )
  return [name || (found.data?.content.username ?? ''), setName] as const
}

/** The owner of the alert: chosen in a dialog, and cleared only while there are no recipients. */
export function UserField({ saved }: { saved: string }) {
  const { t } = useTranslation()
  const { getValues, setValue, clearErrors } = useFormContext<AlertFormInput>()
  const { errors } = useFormState<AlertFormInput>()
  const userId = useWatch<AlertFormInput, 'userId'>({ name: 'userId' })
  const [open, setOpen] = useState(false)
  const [name, setName] = useUserName(saved, userId)
  const id = useId()
  const problem = errors.userId?.message
  const choose = (next: number | null, called: string) => {
    setValue('userId', next, { shouldDirty: true })
    setName(called)
    clearErrors('userId')
  }
  const clear = () => {
    const { alertEmailAddresses, alertPhones } = getValues()
    if (hasValue(alertEmailAddresses) || hasValue(alertPhones))
      void showMessage('WARNING', t('alertAdmin.entry.clearFirst'))
    else choose(null, '')
  }
  return (
    <fieldset className={cn('grid justify-items-start gap-1.5 lg:col-start-1', problem && invalidBar)}>
      <legend className="mb-1.5 font-semibold">{t('alertAdmin.entry.user')}</legend>
      <FieldHelp id={`${id}help`}>{t('alertAdmin.entry.userHelp')}</FieldHelp>
      {problem && <FieldError id={`${id}error`}>{problem}</FieldError>}
      {userId ? (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <b className="min-w-0 wrap-anywhere">{name}</b>
          <Button variant="quiet" size="small" onClick={clear}>
            <X aria-hidden />
            {t('alertAdmin.entry.clearUser')}
          </Button>
        </div>
      ) : (
        <Button
          id={id}
          variant="secondary"
          aria-describedby={problem ? `${id}help ${id}error` : `${id}help`}
          data-label={t('alertAdmin.entry.user')}
          {...(problem && { 'data-problem': '' })}
          onClick={() => setOpen(true)}
        >
          <BookUser aria-hidden />
          {t('alertAdmin.entry.chooseUser')}
        </Button>
      )}
      {open && (
        <UserLookup
          onSelect={({ code, description }) => {
            choose(Number(code), description)
            setOpen(false)
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </fieldset>
  )
}
