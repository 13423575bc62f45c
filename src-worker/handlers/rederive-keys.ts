import { deriveStaleKeys } from '../matching/stale-keys.ts'
import type { HandlerContext } from '../platform/deps.ts'

/** After a new rule version or a changed parcel mask: derives the keys of the alerts it made stale. Never sends. */
export async function rederiveKeys({ loops, ...deps }: HandlerContext): Promise<void> {
  await deriveStaleKeys(deps)
  loops.matching.wake()
}
