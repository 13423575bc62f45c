import { type ReactNode, useId } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { cn } from '#client/lib/cn.ts'
import type { FieldProblems } from '#shared/contract/errors.ts'
import { Dialog } from '../ui/dialog.tsx'
import { DialogFooter } from './dialog-footer.tsx'
import { Form } from './form.tsx'

type FormDialogProps<I extends FieldValues, O extends FieldValues> = {
  form: UseFormReturn<I, unknown, O>
  title: string
  description: string
  /** The label of the submit button. */
  submit: string
  /** Whether it deletes something. */
  destructive?: boolean
  /** More actions, before Close and the submit button. */
  actions?: ReactNode
  onSubmit: (values: O) => Promise<FieldProblems | void>
  onClose: () => void
  className: string
  children: ReactNode
}

/** A form in a dialog of its own. Closing it asks first if something was typed. */
export function FormDialog<I extends FieldValues, O extends FieldValues>(props: FormDialogProps<I, O>) {
  const { form, title, description, submit, destructive, actions, onSubmit, onClose, className, children } = props
  const formId = useId()
  const { isSubmitting, isDirty } = form.formState
  return (
    <Dialog
      open
      onClose={onClose}
      changed={isDirty}
      title={title}
      description={description}
      footer={
        <DialogFooter formId={formId} submit={submit} submitting={isSubmitting} destructive={destructive}>
          {actions}
        </DialogFooter>
      }
    >
      <Form id={formId} form={form} onSubmit={onSubmit} className={cn('grid grid-cols-[minmax(0,1fr)]', className)}>
        {children}
      </Form>
    </Dialog>
  )
}
