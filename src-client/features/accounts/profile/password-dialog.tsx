import { ChevronLeft } from 'lucide-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { PasswordInputs } from '#shared/contract/account.ts'
import { messages } from '#shared/contract/messages.ts'
import { DialogFooter } from '#client/components/form/dialog-footer.tsx'
import { Form } from '#client/components/form/form.tsx'
import { Button } from '#client/components/ui/button.tsx'
import { Dialog } from '#client/components/ui/dialog.tsx'
import { confirmLeave } from '#client/lib/dialogs/confirm-leave.ts'
import { showMessage } from '#client/lib/dialogs/prompts.ts'
import { submit } from '#client/lib/api/submit.ts'
import { trpc } from '#client/lib/api/trpc.ts'
import { passwordFields, usePasswordForm } from '#client/components/person/password-form.ts'
import { PasswordPair } from '#client/components/person/password-pair.tsx'

type PasswordDialogProps = { onBack: () => void; onClose: () => void }

/** The reader's new password. It is never kept as a draft. */
export function PasswordDialog({ onBack, onClose }: PasswordDialogProps) {
  const { t } = useTranslation()
  const formId = useId()
  const form = usePasswordForm()
  const update = trpc.currentUser.password.useMutation({ meta: { handled: true } })
  const { isSubmitting, isDirty } = form.formState

  const back = async () => {
    if (await confirmLeave(isDirty)) onBack()
  }
  const onSubmit = (passwords: PasswordInputs) =>
    submit(
      async () => {
        const { message } = await update.mutateAsync(passwords)
        onClose()
        await showMessage('OK', message ?? messages.passwordUpdated)
      },
      { fields: passwordFields },
    )
  return (
    <Dialog
      open
      onClose={onClose}
      changed={isDirty}
      title={t('profile.passwordTitle')}
      description={t('profile.passwordLead')}
      footer={
        <DialogFooter formId={formId} submit={t('profile.update')} submitting={isSubmitting}>
          <Button variant="quiet" className="me-auto -ms-3" onClick={() => void back()}>
            <ChevronLeft aria-hidden />
            {t('profile.back')}
          </Button>
        </DialogFooter>
      }
    >
      <Form id={formId} form={form} onSubmit={onSubmit} className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <PasswordPair label={t('account.newPassword')} />
      </Form>
    </Dialog>
  )
}
