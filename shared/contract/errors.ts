/** Field name → message, shown next to the field. Paths into lists are dotted: 'alertEmailAddresses.0.value'. */
export type FieldProblems = Record<string, string>

/** Maximum fields named in one refusal: more would only repeat the same problems. */
const maxProblems = 20

/**
 * What can go wrong for a caller, each with its HTTP status. `refused` is a business refusal: REST answers 200 with
 * `ok: false`, tRPC 400.
 */
export const errorStatus = {
  refused: 200,
  malformed: 400,
  signInRequired: 403,
  recentPasswordRequired: 403,
  codeRequired: 403,
  otherUser: 409,
  forbidden: 403,
  missing: 404,
  conflict: 409,
  tooLarge: 413,
  unsupported: 415,
  tooMany: 429,
  unavailable: 503,
} as const
export type ErrorCode = keyof typeof errorStatus

/** The server's only application error; its tRPC and REST edges translate it. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly fields: FieldProblems
  /** Seconds to wait, with `tooMany` and `unavailable`. */
  readonly retryAfter: number | undefined
  constructor(
    code: ErrorCode,
    message: string,
    { fields = {}, retryAfter }: { fields?: FieldProblems; retryAfter?: number } = {},
  ) {
    super(message)
    this.name = 'AppError'
    this.code = code
    this.fields = Object.fromEntries(Object.entries(fields).slice(0, maxProblems))
    this.retryAfter = retryAfter
  }
}

/** `content.status`, or tRPC's `data.ask`, of a call from a page opened for a user other than the session's. */
export const otherUserStatus = 'OTHER_USER'

/** True if logging in (again) would help: `content.status` is LOGIN. */
export const needsLogin = (code: ErrorCode): boolean => code === 'signInRequired' || code === 'recentPasswordRequired'
