import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../ui/button.tsx'
import { DialogClose } from '../ui/dialog.tsx'

type DialogFooterProps = {
  /** The form in the dialog that the last button sends. */
  formId: string
  submit: string
  submitting: boolean
  /** Other acts, before these two. */
  children?: ReactNode
}

/** The foot of a dialog that holds a form: Close (on a phone the one at the top does), and the button that sends it. */
export function DialogFooter({ formId, submit, submitting, children }: DialogFooterProps) {
  const { t } = useTranslation()
  return (
    <>
      {children}
      <DialogClose>
        <Button variant="secondary" className="max-sm:hidden">
          {t('dialog.close')}
        </Button>
      </DialogClose>
      <Button type="submit" form={formId} busy={submitting && t('form.saving')} className="max-sm:flex-1">
        {submit}
      </Button>
    </>
  )
}
