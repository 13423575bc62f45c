import type { Role } from '#shared/contract/roles.ts'

/** Who calls: a visitor, a signed-in role, or the recorder's feed with its key. */
export type Caller = 'anonymous' | Role | 'feed'
export const callers: readonly Caller[] = ['anonymous', 'USER', 'GUEST', 'COUNTY', 'TRIMIN', 'FOREVER', 'feed']

/**
 * What a call is made of: the input of the access matrix with records that exist, fields from the procedure's schema,
 * one spoiled place, nonsense throughout, several procedures in one call, or broken HTTP.
 */
export const kinds = ['valid', 'schema', 'spoiled', 'nonsense', 'batch', 'broken'] as const
export type Kind = (typeof kinds)[number]

export type HttpRequest = {
  method: string
  path: string
  headers: Record<string, string>
  body?: string | Buffer | undefined
}

export type Call = {
  caller: Caller
  /** The endpoint that it counts for, such as 'POST /api/userView/alertDelete' or 'tRPC userView.alert'. */
  door: string
  kind: Kind
  request: HttpRequest
  /** The bytes to send as they are, in place of the request; then there need not be an answer. */
  raw?: Buffer
  /** The input of a procedure, and the request with another one, so that a failure can be reduced. */
  input?: { value: unknown; request: (value: unknown) => HttpRequest }
  /** Marks of other people's records that the answer may show; null if the caller may see anybody's. */
  mayShow: readonly string[] | null
}

/** Headers that a page of ours sends. */
export const samePage = { 'sec-fetch-site': 'same-origin' }
