import { setTimeout as sleep } from 'node:timers/promises'

/** Longer than any of these calls takes on a server that is not overloaded. */
const constantTimeMs = 400

/**
 * Answers no sooner than `evenTimeMs` after it began, so that the time tells nobody whether an account exists
 * (decisions, section 4).
 */
export async function inConstantTime<T>(work: () => Promise<T>): Promise<T> {
  const [result] = await Promise.all([work(), sleep(constantTimeMs)])
  return result
}
