/**
 * A server or worker cannot start for a reason that the operator can fix; the message is one plain line. It exits with
 * 78 (EX_CONFIG), which tells the launcher not to retry, or with 1 if waiting may help.
 */
export class StartRefused extends Error {
  readonly exitCode: number
  constructor(message: string, { mayPass = false, cause }: { mayPass?: boolean; cause?: unknown } = {}) {
    super(message, { cause })
    this.name = 'StartRefused'
    this.exitCode = mayPass ? 1 : 78
  }
}
