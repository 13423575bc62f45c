import { useState } from 'react'
import { draftVersion, dropDraft } from '#client/lib/drafts.ts'
import { messageOf, wantsLogin } from '#client/lib/api/errors.ts'
import { goToLogin } from '#client/lib/navigation.ts'
import { showMessage } from '#client/lib/dialogs/prompts.ts'

type Loaded = { version: number } | undefined

/**
 * The version that a form began with, not what is loaded again meanwhile: what another saved since is told, not
 * overwritten. What was typed before the session ended goes on from the version that it was typed over.
 * @param draft names what is typed (lib/drafts.ts)
 * @param userId undefined while it is not known
 * @param found asks for the record
 * @returns `seen`, the version; `loadAnew`, which gives up what was typed once the record is there, and tells where it
 *   cannot be loaded; `loads`, a key with which the form begins anew then
 */
export function useBaseVersion(
  draft: string,
  userId: number | undefined,
  found: { data: Loaded; refetch: () => Promise<{ data: Loaded; error: unknown }> },
) {
  const [baseVersion, setSeen] = useState<number>()
  const [reloadCount, setLoads] = useState(0)
  if (baseVersion === undefined && found.data && userId !== undefined)
    setSeen(draftVersion(draft, userId) ?? found.data.version)
  const reload = async (): Promise<void> => {
    const { data, error } = await found.refetch()
    // What was loaded before stands then, and the form with what was typed over it.
    if (error) {
      if (wantsLogin(error)) goToLogin()
      else void showMessage('WARNING', messageOf(error))
      return
    }
    dropDraft(draft)
    if (data) setSeen(data.version)
    setLoads((count) => count + 1)
  }
  return { baseVersion, reloadCount, reload }
}
