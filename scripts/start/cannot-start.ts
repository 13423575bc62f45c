/** A start that cannot go on for a reason that a person can mend; the message says which, in plain words. */
export class CannotStart extends Error {
  readonly exitCode: number
  constructor(message: string, { exitCode = 1, cause }: { exitCode?: number; cause?: unknown } = {}) {
    super(message, { cause })
    this.name = 'CannotStart'
    this.exitCode = exitCode
  }
}
