import { useEffect, useRef, useState, type ReactNode } from 'react'
import { FormProvider, type FieldValues, type UseFormReturn } from 'react-hook-form'
import { ErrorList } from './error-list.tsx'
import { ErrorSummary, type Problem } from './error-summary.tsx'
import { problemsIn } from './form.tsx'

type ScreenFormProps<I extends FieldValues, O extends FieldValues> = {
  form: UseFormReturn<I, unknown, O>
  /** How often this screen was refused; each opens the summary dialog. */
  refusals: number
  onSubmit: () => Promise<void>
  className?: string
  children: ReactNode
}

const isSame = (a: readonly Problem[], b: readonly Problem[]) =>
  a.length === b.length && a.every(({ id, message }, index) => id === b[index]?.id && message === b[index]?.message)

/**
 * One screen of a form with several. A refused screen opens the summary dialog, like every form, and keeps the list
 * above itself until the last problem is fixed.
 */
export function ScreenForm<I extends FieldValues, O extends FieldValues>(props: ScreenFormProps<I, O>) {
  const { form, refusals, onSubmit, className, children } = props
  const element = useRef<HTMLFormElement>(null)
  const busy = useRef(false)
  const [inDialog, setInDialog] = useState<readonly Problem[]>([])
  const [listed, setListed] = useState<readonly Problem[]>([])
  const { errors } = form.formState

  // After the errors are rendered, so that the fields can be read.
  useEffect(() => {
    if (refusals > 0 && element.current) setInDialog(problemsIn(element.current))
  }, [refusals])
  useEffect(() => {
    if (refusals === 0 || !element.current) return
    const found = Object.keys(errors).length === 0 ? [] : problemsIn(element.current)
    setListed((before) => (isSame(before, found) ? before : found))
  }, [refusals, errors])

  const submit = async () => {
    if (busy.current) return
    busy.current = true
    try {
      await onSubmit()
    } finally {
      busy.current = false
    }
  }
  return (
    <FormProvider {...form}>
      {listed.length > 0 && <ErrorList problems={listed} />}
      <form
        ref={element}
        noValidate
        className={className}
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        {children}
      </form>
      {inDialog.length > 0 && <ErrorSummary problems={inDialog} onClose={() => setInDialog([])} />}
    </FormProvider>
  )
}
