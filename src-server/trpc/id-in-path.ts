import { z } from 'zod'
import { id } from '#shared/contract/id.ts'

/**
 * The record in a path. Path parameters are text, and a read ignores extra keys that a cache or a library adds; only a
 * write refuses an unknown key.
 */
export const idInPath = z.object({ id })
