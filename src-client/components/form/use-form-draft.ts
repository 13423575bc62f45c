import { useEffect, useState } from 'react'
import { type FieldValues, type UseFormReturn, useWatch } from 'react-hook-form'
import { getDraft, dropDraft, keepDraft } from '#client/lib/drafts.ts'

/**
 * Restores what was typed before the form was left (the session ended, or the browser's Back), and keeps what is typed
 * now for the same case.
 * @param name names the form and its record (drafts.ts)
 * @param version of the record being edited
 * @returns `hasDraft`, whether a draft was restored; `startOver`, which drops it for the form's initial values
 */
export function useFormDraft<I extends FieldValues, O>(
  form: UseFormReturn<I, unknown, O>,
  name: string,
  userId: number,
  version?: number,
): { hasDraft: boolean; startOver: () => void } {
  const [kept, setKept] = useState(() => getDraft<I>(name, userId))
  const written = useWatch({ control: form.control })
  const { isDirty } = form.formState
  useEffect(() => {
    if (kept) form.reset(kept, { keepDefaultValues: true })
  }, [kept, form])
  useEffect(() => {
    if (isDirty) keepDraft(name, userId, written, version)
  }, [name, userId, isDirty, written, version])
  const startOver = () => {
    dropDraft(name)
    setKept(undefined)
    form.reset()
  }
  return { hasDraft: kept !== undefined, startOver }
}
