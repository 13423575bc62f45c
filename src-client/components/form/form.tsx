import { useEffect, useRef, useState, type ReactNode, type SubmitEvent } from 'react'
import { FormProvider, type FieldPath, type FieldValues, type UseFormReturn } from 'react-hook-form'
import { unanswered } from '#client/lib/api/submit.ts'
import type { FieldProblems } from '#shared/contract/errors.ts'
import { ErrorList } from './error-list.tsx'
import { ErrorSummary, type Problem } from './error-summary.tsx'
import { UnansweredNotice } from './unanswered-notice.tsx'

type FormProps<I extends FieldValues, O extends FieldValues> = {
  form: UseFormReturn<I, unknown, O>
  /** Saves. Returns the fields that the server rejected, if any, which are then shown like client-side errors. */
  onSubmit: (values: O) => Promise<FieldProblems | void>
  /** For a submit button outside the form, such as in a dialog's footer. */
  id?: string
  className?: string
  children: ReactNode
}

/** The invalid fields in the order, and with the labels and messages, of the page; not those outside its form. */
export function problemsIn(form: HTMLFormElement): Problem[] {
  return [...form.querySelectorAll<HTMLElement>('[aria-invalid="true"][id]:not([data-alone]), [data-problem][id]')].map(
    (control) => ({
      id: control.id,
      label: control.dataset.label ?? '',
      message: document.getElementById(`${control.id}error`)?.textContent ?? '',
    }),
  )
}

/** From this number of fields on, invalid ones may be out of sight. */
const longFormFields = 5
const isLong = (form: HTMLFormElement) => form.querySelectorAll('[data-label]').length >= longFormFields

/** Submits the form: what went wrong, and how often a submit was refused for its fields. */
function useSubmit<I extends FieldValues, O extends FieldValues>({
  form,
  onSubmit,
}: Pick<FormProps<I, O>, 'form' | 'onSubmit'>) {
  const [refusals, setRefusals] = useState(0)
  const [lost, setLost] = useState<string>()
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    let refused = false
    setLost(undefined)
    const save = async (values: O) => {
      const { [unanswered]: message, ...fields } = (await onSubmit(values)) ?? {}
      const problems = Object.entries(fields)
      for (const [name, problem] of problems) form.setError(name as FieldPath<I>, { type: 'server', message: problem })
      setLost(message)
      refused = problems.length > 0
    }
    await form.handleSubmit(save, () => {
      refused = true
    })(event)
    if (refused) setRefusals((count) => count + 1)
  }
  return { submit, refusals, lost }
}

/**
 * A form of react-hook-form. A failed submit opens one summary dialog that lists the invalid fields; above a long form
 * the list stays until it is empty. Nothing typed is lost, and a second submit during the first is ignored. A submit
 * without an answer says so here and can be tried again.
 */
export function Form<I extends FieldValues, O extends FieldValues>({
  form,
  onSubmit,
  id,
  className,
  children,
}: FormProps<I, O>) {
  const element = useRef<HTMLFormElement>(null)
  const { submit, refusals, lost } = useSubmit({ form, onSubmit })
  const [problems, setProblems] = useState<readonly Problem[]>([])
  const [left, setLeft] = useState<readonly Problem[]>([])
  const { errors, isDirty } = form.formState

  // After the errors are rendered, so that the fields can be read.
  useEffect(() => {
    if (refusals > 0 && element.current) setProblems(problemsIn(element.current))
  }, [refusals])
  useEffect(() => {
    if (refusals === 0 || !element.current || !isLong(element.current)) return
    setLeft(Object.keys(errors).length === 0 ? [] : problemsIn(element.current))
  }, [refusals, errors])

  return (
    <FormProvider {...form}>
      {/* One box, so that messages are above and below the fields also where the form is an item of a grid. */}
      <div className="min-w-0">
        {left.length > 0 && <ErrorList problems={left} />}
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
        <UnansweredNotice message={lost} isDirty={isDirty} />
      </div>
      {problems.length > 0 && <ErrorSummary problems={problems} onClose={() => setProblems([])} />}
    </FormProvider>
  )
}
