import { z } from 'zod'
import { id } from '#shared/contract/id.ts'

/**
 * The record in a path. Path parameters are text, and a read ignores what a cache or a library adds to it: only a write
 * refuses an unknown key (decisions, section 2).
 */
export const idInPath = z.object({ id })
