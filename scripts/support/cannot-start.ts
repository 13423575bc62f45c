/** A start that cannot continue for a reason that a person can fix; the message says which. */
export class CannotStart extends Error {
  readonly exitCode: number
  constructor(message: string, { exitCode = 1, cause }: { exitCode?: number; cause?: unknown } = {}) {
    super(message, { cause })
    this.name = 'CannotStart'
    this.exitCode = exitCode
  }
}
