import path from 'node:path'

/** The folder of this checkout, if a run does not name another. */
export const ownRoot = path.join(import.meta.dirname, '../..')
