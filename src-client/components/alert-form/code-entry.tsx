import { useState, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Field } from '#client/components/form/field.tsx'
import { Button } from '#client/components/ui/button.tsx'
import { Input } from '#client/components/ui/input.tsx'
import { fieldsOf, messageOf, wantsLogin } from '#client/lib/errors.ts'
import { goToLogin } from '#client/lib/navigation.ts'
import { showToast } from '#client/lib/toasts.ts'
import { trpc } from '#client/lib/trpc.ts'

/** The six digits of a verification text, typed where the alert is. Not a form, since it stands inside one. */
export function CodeEntry() {
  const { t } = useTranslation()
  const utils = trpc.useUtils()
  const [code, setCode] = useState('')
  const confirm = trpc.auth.confirmAlertPhone.useMutation({
    meta: { handled: true },
    onSuccess: async ({ content }) => {
      await Promise.all([utils.home.invalidate(), utils.userView.invalidate()])
      showToast(t('alert.codeDone', { target: content.target }))
    },
    onError: (error) => wantsLogin(error) && goToLogin(),
  })
  const problem = confirm.error ? (fieldsOf(confirm.error).code ?? messageOf(confirm.error)) : undefined
  const send = () => {
    if (!confirm.isPending) confirm.mutate({ code })
  }
  const sendOnEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    send()
  }
  return (
    <Field label={t('alert.code')} help={t('alert.codeHelp')} error={problem}>
      {(control) => (
        <div className="flex flex-wrap gap-2">
          <Input
            {...control}
            // The problem is told here, not in the summary of the form round it.
            data-alone=""
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={10}
            value={code}
            onChange={(event) => setCode(event.target.value)}
            onKeyDown={sendOnEnter}
            className="w-36 tracking-[0.15em] tabular-nums"
          />
          <Button variant="secondary" onClick={send} busy={confirm.isPending && t('alert.confirmingCode')}>
            {t('alert.confirmCode')}
          </Button>
        </div>
      )}
    </Field>
  )
}
