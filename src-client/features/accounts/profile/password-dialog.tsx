import { ChevronLeft } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '#client/components/form/form-dialog.tsx'
import { passwordFields, usePasswordForm } from '#client/components/person/password-form.ts'
import { PasswordPair } from '#client/components/person/password-pair.tsx'
import { Button } from '#client/components/ui/button.tsx'
import { submit } from '#client/lib/api/submit.ts'
import { trpc } from '#client/lib/api/trpc.ts'
import { confirmLeave } from '#client/lib/dialogs/confirm-leave.ts'
import { useLeaveGuard } from '#client/lib/dialogs/leave-guard.ts'
import { showMessage } from '#client/lib/dialogs/prompts.ts'
import type { PasswordInputs } from '#shared/contract/account.ts'
import { messages } from '#shared/contract/messages.ts'

type PasswordDialogProps = { onBack: () => void; onClose: () => void }

/** The reader's new password. It is never kept as a draft. */
export function PasswordDialog({ onBack, onClose }: PasswordDialogProps) {
  const { t } = useTranslation()
  const form = usePasswordForm()
  const update = trpc.currentUser.password.useMutation({ meta: { handled: true } })
  const { isDirty } = form.formState
  const release = useLeaveGuard(isDirty, { inDialog: true })

  const leave = (to: () => void) => () => {
    release()
    to()
  }
  const back = async () => {
    if (await confirmLeave(isDirty)) leave(onBack)()
  }
  const onSubmit = (passwords: PasswordInputs) =>
    submit(
      async () => {
        const { message } = await update.mutateAsync(passwords)
        leave(onClose)()
        await showMessage('OK', message ?? messages.passwordUpdated)
      },
      { fields: passwordFields },
    )
  return (
    <FormDialog
      form={form}
      title={t('profile.passwordTitle')}
      description={t('profile.passwordLead')}
      submit={t('profile.update')}
      actions={
        <Button variant="quiet" className="me-auto -ms-3" onClick={() => void back()}>
          <ChevronLeft aria-hidden />
          {t('profile.back')}
        </Button>
      }
      onSubmit={onSubmit}
      onClose={leave(onClose)}
      className="gap-5"
    >
      <PasswordPair label={t('account.newPassword')} />
    </FormDialog>
  )
}
