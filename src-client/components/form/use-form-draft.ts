import { useEffect, useState } from 'react'
import { type FieldValues, type UseFormReturn, useWatch } from 'react-hook-form'
import { draftOf, keepDraft } from '#client/lib/drafts.ts'

/**
 * Takes up what was typed before the session ended, and keeps what is being typed in case it ends again.
 * @param name names the form and the record in it (lib/drafts.ts)
 * @param version of the record that is typed over
 * @returns whether there was something to take up
 */
export function useFormDraft<I extends FieldValues, O>(
  form: UseFormReturn<I, unknown, O>,
  name: string,
  userId: number,
  version?: number,
): boolean {
  const [kept] = useState(() => draftOf<I>(name, userId))
  const written = useWatch({ control: form.control })
  const { isDirty } = form.formState
  useEffect(() => {
    if (kept) form.reset(kept, { keepDefaultValues: true })
  }, [kept, form])
  useEffect(() => {
    if (isDirty) keepDraft(name, userId, written, version)
  }, [name, userId, isDirty, written, version])
  return kept !== undefined
}
