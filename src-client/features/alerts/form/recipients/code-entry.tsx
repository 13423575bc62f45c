import { useTranslation } from 'react-i18next'
import { CodeField } from '#client/components/form/code-field.tsx'
import { getFieldErrors, getErrorMessage, requiresLogin } from '#client/lib/api/errors.ts'
import { trpc } from '#client/lib/api/trpc.ts'
import { showToast } from '#client/lib/dialogs/toasts.ts'
import { goToLogin } from '#client/lib/navigation.ts'

/** Takes the code of a verification text, in the alert form or, for the number `of`, on home. */
export function CodeEntry({ of }: { of?: string }) {
  const { t } = useTranslation()
  const utils = trpc.useUtils()
  const confirm = trpc.auth.confirmAlertPhone.useMutation({
    meta: { handled: true },
    onSuccess: async ({ content }) => {
      await Promise.all([utils.home.invalidate(), utils.userView.invalidate()])
      showToast(t('alert.codeDone', { target: content.target }))
    },
    onError: (error) => requiresLogin(error) && goToLogin(),
  })
  return (
    <CodeField
      label={of === undefined ? t('alert.code') : t('alert.codeFor', { target: of })}
      help={t('alert.codeHelp')}
      submit={t('alert.confirmCode')}
      busy={confirm.isPending && t('alert.confirmingCode')}
      refusal={confirm.error ? (getFieldErrors(confirm.error).code ?? getErrorMessage(confirm.error)) : undefined}
      onSend={(code) => confirm.mutateAsync({ code })}
    />
  )
}
