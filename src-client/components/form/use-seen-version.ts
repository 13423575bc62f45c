import { useState } from 'react'
import { draftVersion, dropDraft } from '#client/lib/drafts.ts'

type Loaded = { version: number } | undefined

/**
 * The version that a form began with, not what is loaded again meanwhile: what another saved since is told, not
 * overwritten. What was typed before the session ended goes on from the version that it was typed over.
 * @param draft names what is typed (lib/drafts.ts)
 * @param userId undefined while it is not known
 * @param found asks for the record
 * @returns `seen`, the version; `loadAnew`, which gives up what was typed; `loads`, a key with which the form begins
 *   anew then
 */
export function useSeenVersion(
  draft: string,
  userId: number | undefined,
  found: { data: Loaded; refetch: () => Promise<{ data: Loaded }> },
) {
  const [seen, setSeen] = useState<number>()
  const [loads, setLoads] = useState(0)
  if (seen === undefined && found.data && userId !== undefined)
    setSeen(draftVersion(draft, userId) ?? found.data.version)
  const loadAnew = async (): Promise<void> => {
    dropDraft(draft)
    const { data } = await found.refetch()
    if (data) setSeen(data.version)
    setLoads((count) => count + 1)
  }
  return { seen, loads, loadAnew }
}
