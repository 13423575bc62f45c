import { useId } from 'react'
import { useFormState } from 'react-hook-form'
import { FieldError, invalidBar } from './field.tsx'

type FormProblemProps = {
  /** The path of the problem: one that belongs to a group of fields rather than to one control. */
  name: string
  /** What the summary of a refused submit calls the group. */
  label: string
}

/** A problem of a whole group, such as 'Enter at least one …'; the summary leads here. */
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
