import { useTranslation } from 'react-i18next'
import { CodeField } from '#client/components/form/code-field.tsx'
import { fieldsOf, messageOf, wantsLogin } from '#client/lib/api/errors.ts'
import { goToLogin } from '#client/lib/navigation.ts'
import { showToast } from '#client/lib/dialogs/toasts.ts'
import { trpc } from '#client/lib/api/trpc.ts'

/** The code of a verification text, typed where the alert is. */
export function CodeEntry() {
  const { t } = useTranslation()
  const utils = trpc.useUtils()
  const confirm = trpc.auth.confirmAlertPhone.useMutation({
    meta: { handled: true },
    onSuccess: async ({ content }) => {
      await Promise.all([utils.home.invalidate(), utils.userView.invalidate()])
      showToast(t('alert.codeDone', { target: content.target }))
    },
    onError: (error) => wantsLogin(error) && goToLogin(),
  })
  return (
    <CodeField
      label={t('alert.code')}
      help={t('alert.codeHelp')}
      submit={t('alert.confirmCode')}
      busy={confirm.isPending && t('alert.confirmingCode')}
      refusal={confirm.error ? (fieldsOf(confirm.error).code ?? messageOf(confirm.error)) : undefined}
      onSend={(code) => confirm.mutateAsync({ code })}
    />
  )
}
