import path from 'node:path'

/** The folder of this checkout, where a run does not take another. */
export const ownRoot = path.join(import.meta.dirname, '../..')
