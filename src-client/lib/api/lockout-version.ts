import { lockoutHeader } from '#shared/contract/lockout-header.ts'

let seen: string | undefined
const listeners = new Set<() => void>()

/** Reads the current lockout from a response: each response carries it, including those of background polls. */
export function readLockoutVersion(answer: Response): void {
  const version = answer.headers.get(lockoutHeader)
  if (!version || version === seen) return
  const known = seen !== undefined
  seen = version
  // The first response only repeats the start content.
  if (known) for (const listener of listeners) listener()
}

/** Runs the listener when a lockout begins, ends or changes its message. */
export function onLockoutChange(listener: () => void): void {
  listeners.add(listener)
}
