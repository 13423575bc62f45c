import { AppError } from '#shared/contract/errors.ts'

/**
 * The version that the caller has seen, from If-Match: our ETag. Without one, or with `*`, the last save wins.
 * @throws AppError malformed for a tag that is not ours
 */
export function parseIfMatch(ifMatch: string | undefined): number | undefined {
  if (ifMatch === undefined || ifMatch.trim() === '*') return undefined
  const version = /^(?:W\/)?"(\d{1,9})"$/.exec(ifMatch.trim())?.[1]
  if (version === undefined) throw new AppError('malformed', 'If-Match must be the ETag of an earlier answer.')
  return Number(version)
}

export const toEtag = (version: number): string => `"${version}"`
