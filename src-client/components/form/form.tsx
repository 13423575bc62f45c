import { useEffect, useRef, useState, type ReactNode, type SubmitEvent } from 'react'
import { FormProvider, type FieldPath, type FieldValues, type UseFormReturn } from 'react-hook-form'
import type { FieldProblems } from '#shared/contract/errors.ts'
import { ErrorSummary, type Problem } from './error-summary.tsx'

type FormProps<I extends FieldValues, O extends FieldValues> = {
  form: UseFormReturn<I, unknown, O>
  /** Saves. Returns the fields that the server rejected, if any, which are then shown like client-side errors. */
  onSubmit: (values: O) => Promise<FieldProblems | void>
  /** For a submit button outside the form, such as in a dialog's footer. */
  id?: string
  className?: string
  children: ReactNode
}

/** The invalid fields in the order, and with the labels and messages, of the page; not those that stand alone. */
function problemsIn(form: HTMLFormElement): Problem[] {
  return [...form.querySelectorAll<HTMLElement>('[aria-invalid="true"][id]:not([data-alone]), [data-problem][id]')].map(
    (control) => ({
      id: control.id,
      label: control.dataset.label ?? '',
      message: document.getElementById(`${control.id}error`)?.textContent ?? '',
    }),
  )
}

/**
 * A form of react-hook-form. A failed submit opens one summary dialog that lists the invalid fields (decisions, section
 * 12). Nothing typed is lost, and a second submit during the first is ignored.
 */
export function Form<I extends FieldValues, O extends FieldValues>({
  form,
  onSubmit,
  id,
  className,
  children,
}: FormProps<I, O>) {
  const element = useRef<HTMLFormElement>(null)
  const [refusals, setRefusals] = useState(0)
  const [problems, setProblems] = useState<readonly Problem[]>([])

  // After the errors are rendered, so that the fields can be read.
  useEffect(() => {
    if (refusals > 0 && element.current) setProblems(problemsIn(element.current))
  }, [refusals])

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    let refused = false
    const save = async (values: O) => {
      const problems = Object.entries((await onSubmit(values)) ?? {})
      for (const [name, message] of problems) form.setError(name as FieldPath<I>, { type: 'server', message })
      refused = problems.length > 0
    }
    await form.handleSubmit(save, () => {
      refused = true
    })(event)
    if (refused) setRefusals((count) => count + 1)
  }

  return (
    <FormProvider {...form}>
      <form
        ref={element}
        id={id}
        noValidate
        className={className}
        onSubmit={(event) => {
          event.stopPropagation()
          event.preventDefault()
          if (!form.formState.isSubmitting) void submit(event)
        }}
      >
        {children}
      </form>
      {problems.length > 0 && <ErrorSummary problems={problems} onClose={() => setProblems([])} />}
    </FormProvider>
  )
}
