import { useId } from 'react'
import { useFormState } from 'react-hook-form'
import { FieldError, invalidBar } from './field.tsx'

type FormProblemProps = {
  /** The path of an error that belongs to a group of fields rather than to one control. */
  name: string
  /** The name of the group in the error summary. */
  label: string
}

/** The error of a whole group, such as 'Enter at least one …'. The error summary links here. */
export function FormProblem({ name, label }: FormProblemProps) {
  const { errors } = useFormState()
  const id = useId()
  const message = errors[name]?.message
  if (typeof message !== 'string') return null
  return (
    <div id={id} tabIndex={-1} data-problem="" data-label={label} className={invalidBar}>
      <FieldError id={`${id}error`}>{message}</FieldError>
    </div>
  )
}
