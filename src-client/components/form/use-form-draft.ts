import { useEffect, useState } from 'react'
import { type FieldValues, type UseFormReturn, useWatch } from 'react-hook-form'
import { draftOf, dropDraft, keepDraft } from '#client/lib/drafts.ts'

/**
 * Takes up what was typed before the form was left (the session ended, or the browser's Back), and keeps what is being
 * typed in case that happens again.
 * @param name names the form and the record in it (lib/drafts.ts)
 * @param version of the record that is typed over
 * @returns `kept`, whether there was something to take up; `startOver`, which gives it up for what the form began with
 */
export function useFormDraft<I extends FieldValues, O>(
  form: UseFormReturn<I, unknown, O>,
  name: string,
  userId: number,
  version?: number,
): { hasDraft: boolean; startOver: () => void } {
  const [kept, setKept] = useState(() => draftOf<I>(name, userId))
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
