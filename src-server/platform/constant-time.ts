import { setTimeout as sleep } from 'node:timers/promises'

/** Longer than any of these calls takes unless the server is overloaded. */
const constantTimeMs = 400

/** Takes at least `constantTimeMs`, so that timing does not reveal whether an account exists. */
export async function inConstantTime<T>(work: () => Promise<T>): Promise<T> {
  const [result] = await Promise.all([work(), sleep(constantTimeMs)])
  return result
}
