import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../ui/button.tsx'
import { DialogClose } from '../ui/dialog.tsx'

type DialogFooterProps = {
  /** The form that the last button submits. */
  formId: string
  submit: string
  submitting: boolean
  destructive?: boolean | undefined
  /** More actions, before these two. */
  children?: ReactNode
}

/** The footer of a dialog with a form: Close (on a phone, the one at the top is enough) and the submit button. */
export function DialogFooter({ formId, submit, submitting, destructive = false, children }: DialogFooterProps) {
  const { t } = useTranslation()
  return (
    <>
      {children}
      <DialogClose>
        <Button variant="secondary" className="max-sm:hidden">
          {t('dialog.close')}
        </Button>
      </DialogClose>
      <Button
        type="submit"
        form={formId}
        variant={destructive ? 'danger' : 'primary'}
        busy={submitting && t('form.saving')}
        className="max-sm:flex-1"
      >
        {submit}
      </Button>
    </>
  )
}
