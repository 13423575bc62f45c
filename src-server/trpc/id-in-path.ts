import { z } from 'zod'
import { id } from '#shared/contract/id.ts'

/**
 * The record that an address names. There every part is text, and what a cache or a library adds to a reading is let
 * be: only a write is refused for an unknown key (decisions, section 2).
 */
export const idInPath = z.object({ id })
