import { lockoutHeader } from '#shared/contract/lockout-header.ts'

let seen: string | undefined
const listeners = new Set<() => void>()

/** Reads off an answer of the server which lockout is in place: each of them says so, background polls too. */
export function noteLockout(answer: Response): void {
  const version = answer.headers.get(lockoutHeader)
  if (!version || version === seen) return
  const known = seen !== undefined
  seen = version
  // The first answer only says what the start content holds already.
  if (known) for (const listener of listeners) listener()
}

/** Runs when a lockout began or ended, or says something else. */
export function onLockoutChange(listener: () => void): void {
  listeners.add(listener)
}
