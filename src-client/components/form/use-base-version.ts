import { useState } from 'react'
import { getErrorMessage, requiresLogin } from '#client/lib/api/errors.ts'
import { showMessage } from '#client/lib/dialogs/prompts.ts'
import { dropDraft } from '#client/lib/drafts.ts'
import { draftVersion } from '#client/lib/keep-draft.ts'
import { goToLogin } from '#client/lib/navigation.ts'

type Loaded = { version: number } | undefined

/**
 * The version that a form began with, not of later refetches: a change that someone else saved meanwhile must be
 * reported, not overwritten. A restored draft continues from the version it was based on.
 * @param draft names the draft (drafts.ts)
 * @param userId undefined until it is known
 * @param found loads the record
 * @param state of the record: when it changes, the form starts over from the record as it is then
 * @returns `baseVersion`; `reload`, which drops what was typed once the record has loaded, and reports an error;
 *   `reloadCount`, a key that makes the form start over
 */
export function useBaseVersion(
  draft: string,
  userId: number | undefined,
  found: { data: Loaded; refetch: () => Promise<{ data: Loaded; error: unknown }> },
  state?: string,
) {
  const [base, setBase] = useState<{ version: number; state: string | undefined }>()
  const [reloadCount, setLoads] = useState(0)
  if (found.data && userId !== undefined && (!base || base.state !== state)) {
    const draftBase = base ? undefined : draftVersion(draft, userId)
    setBase({ version: draftBase ?? found.data.version, state })
  }
  const reload = async (): Promise<void> => {
    const { data, error } = await found.refetch()
    // The form stays, with what was typed in it.
    if (error) {
      if (requiresLogin(error)) goToLogin()
      else void showMessage('WARNING', getErrorMessage(error))
      return
    }
    dropDraft(draft)
    if (data) setBase({ version: data.version, state })
    setLoads((count) => count + 1)
  }
  return { baseVersion: base?.version, reloadCount, reload }
}
