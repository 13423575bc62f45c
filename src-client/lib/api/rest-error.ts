import type { FieldProblems } from '#shared/contract/errors.ts'

/** A REST call that was rejected or failed; status 0 without a response. errors.ts reads it. */
export class RestError extends Error {
  readonly status: number
  readonly fields: FieldProblems
  /** The server says that logging in would help. */
  readonly loginHelps: boolean
  constructor(
    status: number,
    message: string,
    { fields = {}, loginHelps = false }: { fields?: FieldProblems; loginHelps?: boolean } = {},
  ) {
    super(message)
    this.name = 'RestError'
    this.status = status
    this.fields = fields
    this.loginHelps = loginHelps
  }
}
