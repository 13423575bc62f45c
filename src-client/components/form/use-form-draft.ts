import { useEffect, useRef, useState } from 'react'
import { type FieldValues, type UseFormReturn, useWatch } from 'react-hook-form'
import { useUnloadGuard } from '#client/lib/dialogs/leave-guard.ts'
import { showToast } from '#client/lib/dialogs/toasts.ts'
import { dropDraft, survivesReload } from '#client/lib/drafts.ts'
import { text } from '#client/lib/i18n/i18n.ts'
import { getDraft, hasSecrets, keepDraft } from '#client/lib/keep-draft.ts'
import { isSessionEnded } from '#client/lib/navigation.ts'

/** Says, after a form with a draft was left by Back or a link, that nothing is lost. */
function useKeptToast(name: string, userId: number, hasTypedSecrets: boolean): void {
  const mounted = useRef(false)
  const typedSecrets = useRef(hasTypedSecrets)
  useEffect(() => {
    typedSecrets.current = hasTypedSecrets
  })
  useEffect(() => {
    mounted.current = true
    return () => {
      mounted.current = false
      // A form that was saved or discarded drops the draft; the login page says itself that it is kept.
      queueMicrotask(() => {
        if (mounted.current || getDraft(name, userId) === undefined || isSessionEnded()) return
        showToast(text(typedSecrets.current ? 'drafts.leftNoPassword' : 'drafts.left'))
      })
    }
  }, [name, userId])
}

/**
 * Restores what was typed before the form was left (the session ended, the page was loaded again, Back, or a link), and
 * keeps what is typed now for the same cases, passwords and codes excepted. If the browser cannot keep it over a reload,
 * the browser asks first.
 * @param name names the form and its record (drafts.ts)
 * @param userId of the reader, or `visitor` (drafts.ts)
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
  const wasDirty = useRef(false)
  useEffect(() => {
    // Over the initial values: a draft holds no passwords.
    if (kept) form.reset({ ...form.getValues(), ...kept }, { keepDefaultValues: true })
  }, [kept, form])
  useEffect(() => {
    if (isDirty) keepDraft(name, userId, written, version)
    // The typed text was deleted again.
    else if (wasDirty.current) dropDraft(name)
    wasDirty.current = isDirty
  }, [name, userId, isDirty, written, version])
  useUnloadGuard(isDirty && !survivesReload())
  useKeptToast(name, userId, hasSecrets(written))
  const startOver = () => {
    dropDraft(name)
    setKept(undefined)
    form.reset()
  }
  return { hasDraft: kept !== undefined, startOver }
}
