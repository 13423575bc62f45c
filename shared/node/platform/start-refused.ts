/**
 * A server or worker does not start for a reason that the operator can mend; the message is one plain line. The status
 * that it ends with is 78 (EX_CONFIG), by which the launcher does not try again, or 1 where waiting may be enough.
 */
export class StartRefused extends Error {
  readonly exitCode: number
  constructor(message: string, { mayPass = false, cause }: { mayPass?: boolean; cause?: unknown } = {}) {
    super(message, { cause })
    this.name = 'StartRefused'
    this.exitCode = mayPass ? 1 : 78
  }
}
